package outbox

import "rhythm.example/backbeat/domain"

// ClaimedMail is a notice whose attempt to mail it was claimed.
type ClaimedMail struct {
	Claim Claim
	Mail  *domain.NoticeMail
}

// MailedNotice is an attempt to mail that has come to its end. A mail goes the way of
// a delivery, by the same schedule.
type MailedNotice struct {
	Claim   *Claim
	Mail    *domain.NoticeMail
	Settled domain.SettledDelivery
}
