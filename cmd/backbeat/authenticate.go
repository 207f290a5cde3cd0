package main

import (
	"context"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/secret"
)

func (n *node) authenticate(ctx context.Context, bearer string) (*domain.Principal, error) {
	return n.db.FindToken(ctx, secret.Hash(bearer))
}
