package console

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"
)

// told is console-config.json.
type told struct {
	OIDC *toldOIDC `json:"oidc,omitempty"`
	Dev  *toldDev  `json:"dev,omitempty"`
}

type toldOIDC struct {
	Issuer   string `json:"issuer"`
	ClientID string `json:"clientId"`
	Audience string `json:"audience,omitempty"`
}

type toldDev struct {
	Tokens map[string]string `json:"tokens"`
	IDs    map[string]string `json:"ids"`
}

func configHandler(o Options) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var t told
		if o.OIDC != nil {
			t.OIDC = &toldOIDC{o.OIDC.Issuer, o.OIDC.ClientID, o.OIDC.Audience}
		}
		if o.Dev != nil && fromThisMachine(r) {
			t.Dev = &toldDev{o.Dev.Tokens, o.Dev.IDs}
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(t)
	}
}

// fromThisMachine tells whether a request was made here, for a name of this machine, and
// by no page of another site: a site that points its own name at this machine (DNS
// rebinding) shows by the Host header, a proxy in front by what it adds.
func fromThisMachine(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil || !loopback(host) {
		return false
	}
	for _, added := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(added) != "" {
			return false
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	name := r.Host
	if h, _, err := net.SplitHostPort(name); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	return strings.EqualFold(name, "localhost") || loopback(name)
}

func loopback(address string) bool {
	ip := net.ParseIP(address)
	return ip != nil && ip.IsLoopback()
}
