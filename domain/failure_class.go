package domain

// FailureClass says at which step a call to an address that a user gave failed.
// Every class counts as an attempt and follows the same schedule.
type FailureClass string

const (
	// FailureCredential: no lease, or the token URL failed, whatever the cause.
	FailureCredential FailureClass = "CREDENTIAL"
	// FailureDNS: the host name gave no address.
	FailureDNS FailureClass = "DNS"
	// FailureBlockedAddress: the guard refused the address.
	FailureBlockedAddress FailureClass = "BLOCKED_ADDRESS"
	// FailureConnect: no connection (refused, unreachable), or one lost before an answer.
	FailureConnect FailureClass = "CONNECT"
	// FailureTLS: no handshake, or a certificate that does not hold.
	FailureTLS FailureClass = "TLS"
	// FailureTimeout: not done in its time, at whichever step.
	FailureTimeout FailureClass = "TIMEOUT"
	// FailureHTTPStatus: any answer that is not 2xx, redirects included.
	FailureHTTPStatus FailureClass = "HTTP_STATUS"
	// FailureOther: what none of the others says, such as an answer that is no HTTP.
	FailureOther FailureClass = "OTHER"
)
