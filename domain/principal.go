package domain

import (
	"slices"
	"strings"

	"rhythm.example/backbeat/domain/id"
)

// PrincipalKind says what a caller is.
type PrincipalKind string

const (
	User              PrincipalKind = "USER"
	Adapter           PrincipalKind = "ADAPTER"
	ApplicationCaller PrincipalKind = "APPLICATION"
	IntegrationCaller PrincipalKind = "INTEGRATION"
	Service           PrincipalKind = "SERVICE"
	Staff             PrincipalKind = "STAFF"
)

// Permission is what a person of a tenant may do there.
type Permission string

const (
	IntegrationsRead             Permission = "INTEGRATIONS_READ"
	IntegrationsManage           Permission = "INTEGRATIONS_MANAGE"
	IntegrationExecutionsOperate Permission = "INTEGRATION_EXECUTIONS_OPERATE"
)

// Dotted spellings are those of the platform's own permission keys, in tokens
// and in the claims of a JWT.
var dotted = []struct {
	key        string
	permission Permission
}{
	{"platform.integrations.read", IntegrationsRead},
	{"platform.integrations.manage", IntegrationsManage},
	{"platform.integration-executions.operate", IntegrationExecutionsOperate},
}

// PermissionFromKey reads the dotted spelling. Keys of the platform that are
// none of Backbeat's are false.
func PermissionFromKey(key string) (Permission, bool) {
	for _, d := range dotted {
		if d.key == key {
			return d.permission, true
		}
	}
	return "", false
}

// Key gives the dotted spelling.
func (p Permission) Key() string {
	for _, d := range dotted {
		if d.permission == p {
			return d.key
		}
	}
	return string(p)
}

// PermissionKeys lists the dotted spellings there are.
func PermissionKeys() []string {
	keys := make([]string, len(dotted))
	for i, d := range dotted {
		keys[i] = d.key
	}
	return keys
}

// Principal is who is calling. Of the ids only those of its kind are set: a USER's
// tenant, an ADAPTER's integration, an APPLICATION's application, an
// INTEGRATION's connection and its tenant.
type Principal struct {
	Kind          PrincipalKind
	Subject       string
	TenantID      id.ID
	IntegrationID id.ID
	ApplicationID id.ID
	ConnectionID  id.ID
	Permissions   []Permission
}

// May tells whether a person has a permission. Managing and operating both
// include reading.
func (p *Principal) May(want Permission) bool {
	if slices.Contains(p.Permissions, want) {
		return true
	}
	return want == IntegrationsRead &&
		(slices.Contains(p.Permissions, IntegrationsManage) || slices.Contains(p.Permissions, IntegrationExecutionsOperate))
}

// Actor is how trails name a caller: its kind in lower case and its subject.
func (p *Principal) Actor() string { return strings.ToLower(string(p.Kind)) + ":" + p.Subject }

// ActorSystem is how trails name Backbeat itself.
const ActorSystem = "system"

// Scope gives the rows that a caller may reach.
func (p *Principal) Scope() Scope {
	switch p.Kind {
	case User, IntegrationCaller:
		return Scope{TenantID: p.TenantID}
	case Adapter:
		return Scope{IntegrationID: p.IntegrationID}
	case ApplicationCaller:
		return Scope{ApplicationID: p.ApplicationID}
	case Staff, Service:
		return Scope{Everything: true}
	default:
		return Scope{}
	}
}

// Scope bounds a transaction to the rows of one tenant, one integration or one
// application. The zero Scope reaches nothing.
type Scope struct {
	TenantID      id.ID
	IntegrationID id.ID
	ApplicationID id.ID
	// Everything is for staff, services and the dispatcher: rows of all tenants,
	// under a role of its own in the database.
	Everything bool
}

// OfTenant is the scope of one tenant.
func OfTenant(tenant id.ID) Scope { return Scope{TenantID: tenant} }
