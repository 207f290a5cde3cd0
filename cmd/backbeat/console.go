package main

import (
	"net/http"

	"rhythm.example/backbeat/console"
)

// pages serves the console and the playground.
func (n *node) pages(mux *http.ServeMux) error {
	o := console.Options{Dev: n.consoleDev()}
	if c := n.config; c.OIDCIssuer != "" && c.OIDCClientID != "" {
		o.OIDC = &console.OIDC{Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, Audience: c.OIDCAudience}
	}
	pages, err := console.Handler(o)
	if err != nil {
		return err
	}
	playground, err := console.Playground(o)
	if err != nil {
		return err
	}
	mux.Handle("/", pages)
	mux.Handle("/playground", playground)
	return nil
}

// consoleDev gives the console what dev.json tells; nil outside of dev.
func (n *node) consoleDev() *console.Dev {
	d := n.demo
	if !n.dev || d == nil {
		return nil
	}
	return &console.Dev{Tokens: d.Tokens, IDs: map[string]string{
		"tenantId": d.TenantID, "otherTenantId": d.OtherTenantID, "installationId": d.InstallationID,
		"connectionId": d.ConnectionID, "pullConnectionId": d.PullConnectionID, "receiverUrl": d.ReceiverURL,
	}}
}
