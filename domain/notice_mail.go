package domain

import "rhythm.example/backbeat/domain/id"

// NoticeMail is a notification on its way to one administrator.
type NoticeMail struct {
	MailUUID   id.ID
	Email      string
	TenantName string
	Notification
}
