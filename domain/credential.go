package domain

// Credential is what a connection's deliveries authenticate with, as it is sealed:
// a bearer token, a user name and password, or an OAuth client. It must never be logged.
type Credential struct {
	Bearer       string   `json:"bearer,omitempty"`
	Username     string   `json:"username,omitempty"`
	Password     string   `json:"password,omitempty"`
	TokenURL     string   `json:"tokenUrl,omitempty"`
	ClientID     string   `json:"clientId,omitempty"`
	ClientSecret string   `json:"clientSecret,omitempty"`
	Scopes       []string `json:"scopes,omitempty"`
}

// CredentialKind says how a connection's credential is used.
type CredentialKind string

const (
	CredentialBearer CredentialKind = "BEARER"
	CredentialBasic  CredentialKind = "BASIC"
	CredentialOAuth  CredentialKind = "OAUTH"
)
