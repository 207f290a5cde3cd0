package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"

	"rhythm.example/backbeat/domain"
)

// CallError says why a call did not succeed. Its text is safe to record and to show to
// the tenant: no URL, no resolved address, nothing of what was sent or answered. The
// cause (errors.Unwrap) is for the operator's log.
type CallError struct {
	Class domain.FailureClass
	text  string
	cause error
}

func (f *CallError) Error() string { return f.text }
func (f *CallError) Unwrap() error { return f.cause }

func newFailure(err error) *CallError {
	if f, ok := errors.AsType[*CallError](err); ok {
		return f
	}
	class, text := classify(err)
	return &CallError{Class: class, text: text, cause: err}
}

// Describe gives the class of an error of a Client or its HTTPClient, and a sentence
// that is safe to record, as a CallError's text is.
func Describe(err error) (domain.FailureClass, string) {
	f := newFailure(err)
	return f.Class, f.text
}

func statusFailure(status int) *CallError {
	text := strings.TrimSpace(fmt.Sprintf("the answer was %d %s", status, http.StatusText(status)))
	if status >= 300 && status <= 399 {
		text += "; redirects are not followed"
	}
	return &CallError{Class: domain.FailureHTTPStatus, text: text}
}

// bodyError marks what failed after the headers of an answer.
type bodyError struct{ err error }

func (e *bodyError) Error() string { return "reading the answer's body: " + e.err.Error() }
func (e *bodyError) Unwrap() error { return e.err }

func classify(err error) (domain.FailureClass, string) {
	_, inBody := errors.AsType[*bodyError](err)
	blocked, isBlocked := errors.AsType[*BlockedError](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case isBlocked && blocked.Plain:
		return domain.FailureBlockedAddress, "http is only for addresses that the operator lists"
	case isBlocked:
		return domain.FailureBlockedAddress, "the host's address is not allowed: loopback, private, link-local, metadata or reserved"
	case isDNS && dns.IsNotFound:
		return domain.FailureDNS, "the host name has no address"
	case isDNS && dns.IsTimeout:
		return domain.FailureDNS, "the host name was not resolved in time"
	case isDNS:
		return domain.FailureDNS, "the host name could not be resolved"
	case errors.Is(err, errTooLarge):
		return domain.FailureOther, fmt.Sprintf("the answer is larger than %d bytes", MaxBody)
	case isTimeout(err) && inBody:
		return domain.FailureTimeout, "the answer did not end in time"
	case isTimeout(err):
		return domain.FailureTimeout, "no answer in time"
	case errors.Is(err, context.Canceled):
		return domain.FailureOther, "the call was ended by this side"
	case errors.Is(err, syscall.ECONNREFUSED):
		return domain.FailureConnect, "the connection was refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return domain.FailureConnect, "the connection was reset"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return domain.FailureConnect, "the host can't be reached"
	}
	if text, ok := tlsFault(err); ok {
		return domain.FailureTLS, text
	}
	if isLost(err) {
		return domain.FailureConnect, "the connection was closed before the answer was whole"
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return domain.FailureConnect, "no connection could be opened"
	}
	if strings.Contains(err.Error(), "server response headers exceeded") {
		return domain.FailureOther, fmt.Sprintf("the answer's headers are larger than %d bytes", MaxHeader)
	}
	return domain.FailureOther, "the request could not be sent, or the answer was no HTTP"
}

// tlsFault tells a handshake's failures, and the alerts with which TLS 1.3 refuses a
// client after its handshake. Only what crypto/x509 says of a certificate is kept of
// their text.
func tlsFault(err error) (string, bool) {
	_, inHandshake := errors.AsType[*handshakeError](err)
	op, isOp := errors.AsType[*net.OpError](err)
	alert := isOp && op.Op == "remote error"
	if !inHandshake && !alert {
		return "", false
	}
	if cert, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate does not hold: " + certificateFault(cert.Err), true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return "the other side does not speak TLS", true
	}
	return "no TLS handshake", true
}

func certificateFault(err error) string {
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "it is for another host"
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "it is signed by an unknown authority"
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return "it has expired or is not yet valid"
	}
	return "it is not valid"
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return errors.Is(err, context.DeadlineExceeded) || (ok && timeout.Timeout())
}

// isLost says whether a connection that had been opened ended before its answer did.
// net/http's own word for a kept connection that the server closed has no exported value.
func isLost(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		err.Error() == "http: server closed idle connection"
}

// isOurs says whether this machine ran out of descriptors, ports or buffers.
func isOurs(err error) bool {
	for _, errno := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EADDRNOTAVAIL, syscall.ENOBUFS} {
		if errors.Is(err, errno) {
			return true
		}
	}
	return false
}
