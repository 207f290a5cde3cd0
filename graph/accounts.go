package graph

import (
	"context"
	"encoding/json"
	"time"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
	"rhythm.example/backbeat/internal/secret"
)

// overlap is how long the old secret signs beside the new one after a rotation.
const overlap = 24 * time.Hour

func (r *Resolver) connectAccount(ctx context.Context, input model.ConnectAccountInput) (*model.ConnectAccountPayload, error) {
	if err := r.Validate.Violations(input).Refusal(); err != nil {
		return nil, err
	}
	installation, err := need(id.Installation, input.InstallationID)
	if err != nil {
		return nil, err
	}
	connection := r.Store.NewID()
	plain, sealed, err := r.Secrets.NewSigningSecret(connection)
	if err != nil {
		return nil, err
	}
	account, err := r.Store.ConnectAccount(ctx, caller(ctx), connection, installation, input.Account, input.Name, sealed)
	if err != nil {
		return nil, err
	}
	return &model.ConnectAccountPayload{Connection: account, SigningSecret: plain.Reveal()}, nil
}

func (r *Resolver) rotateSigningSecret(ctx context.Context, input model.RotateSigningSecretInput) (*model.RotateSigningSecretPayload, error) {
	p := caller(ctx)
	owner, connection := p.ApplicationID, id.Zero
	switch {
	case input.ConnectionID != nil && p.Kind == domain.ApplicationCaller:
		return nil, domain.NotFound(names[id.Connection])
	case input.ConnectionID != nil:
		var err error
		if connection, err = need(id.Connection, *input.ConnectionID); err != nil {
			return nil, err
		}
		owner = connection
	case p.Kind != domain.ApplicationCaller:
		var vs domain.Violations
		vs.Add("connectionId", domain.ViolationRequired, "name the connection whose secret is to be rotated; only an application rotates without one")
		return nil, vs.Refusal()
	}
	plain, sealed, err := r.Secrets.NewSigningSecret(owner)
	if err != nil {
		return nil, err
	}
	until, err := r.Store.RotateSecret(ctx, p, connection, sealed, overlap)
	if err != nil {
		return nil, err
	}
	return &model.RotateSigningSecretPayload{SigningSecret: plain.Reveal(), PreviousValidUntil: until}, nil
}

func (r *Resolver) putCredential(ctx context.Context, input model.PutCredentialInput) (*model.PutCredentialPayload, error) {
	kind, plain, err := r.credential(input)
	if err != nil {
		return nil, err
	}
	connection, err := need(id.Connection, input.ConnectionID)
	if err != nil {
		return nil, err
	}
	sealed, err := r.Secrets.SealCredential(connection, plain)
	if err != nil {
		return nil, err
	}
	account, err := r.Store.PutCredential(ctx, caller(ctx), connection, kind, sealed)
	return &model.PutCredentialPayload{Connection: account}, err
}

// credential reads the one credential of an input.
func (r *Resolver) credential(input model.PutCredentialInput) (domain.CredentialKind, secret.Value, error) {
	var (
		vs    domain.Violations
		kind  domain.CredentialKind
		given int
		value any
	)
	if input.BearerToken != nil {
		given++
		kind, value = domain.CredentialBearer, domain.Credential{Bearer: *input.BearerToken}
		vs = append(vs, checkHeaderText("bearerToken", *input.BearerToken, 8000)...)
	}
	if input.Basic != nil {
		given++
		kind, value = domain.CredentialBasic, domain.Credential{Username: input.Basic.Username, Password: input.Basic.Password}
		for _, f := range r.Validate.Violations(*input.Basic) {
			f.Path = "basic." + f.Path
			vs = append(vs, f)
		}
	}
	if input.Oauth != nil {
		given++
		kind, value = domain.CredentialOAuth, domain.Credential{
			TokenURL: input.Oauth.TokenURL, ClientID: input.Oauth.ClientID, ClientSecret: input.Oauth.ClientSecret, Scopes: input.Oauth.Scopes,
		}
		vs = append(vs, r.Addresses.CheckURL("oauth.tokenUrl", input.Oauth.TokenURL)...)
		for _, f := range r.Validate.Violations(*input.Oauth) {
			f.Path = "oauth." + f.Path
			vs = append(vs, f)
		}
	}
	if given == 0 {
		vs.Add("bearerToken", domain.ViolationRequired, "give one of bearerToken, basic and oauth")
	} else if given > 1 {
		vs.Add("bearerToken", domain.ViolationNotAllowed, "give one of bearerToken, basic and oauth, not %d of them", given)
	}
	if err := vs.Refusal(); err != nil {
		return "", secret.Value{}, err
	}
	b, err := json.Marshal(value)
	return kind, secret.NewValue(string(b)), err
}

// checkHeaderText names the faults of a text that goes into a header.
func checkHeaderText(path, s string, maximum int) domain.Violations {
	var vs domain.Violations
	if s == "" {
		vs.Add(path, domain.ViolationEmpty, "must not be empty")
	}
	if len(s) > maximum {
		vs.Add(path, domain.ViolationTooLong, "has %d characters; at most %d are allowed", len(s), maximum)
	}
	for _, c := range []byte(s) {
		if c < 0x21 || c > 0x7e {
			vs.Add(path, domain.ViolationMalformed, "may hold printable ASCII without spaces alone")
			break
		}
	}
	return vs
}
