package graph

import (
	"crypto/sha256"
	"encoding/base64"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/graph/model"
)

const (
	defaultPage = 20
	maxPage     = 100
)

// list names a list and whose it is; cursors of one are foreign to every other.
type list struct {
	name  string
	scope domain.Scope
}

func (l list) sum(i id.ID) []byte {
	h := sha256.New()
	for _, part := range [][]byte{[]byte("backbeat cursor 1"), []byte(l.name), l.scope.TenantID[:], l.scope.IntegrationID[:], l.scope.ApplicationID[:], i[:]} {
		_, _ = h.Write(part)
	}
	return h.Sum(nil)[:6]
}

// cursor points behind an item of the list. It is opaque; its checksum tells it
// from one of another list, and from one that was made up.
func (l list) cursor(i id.ID) string {
	return base64.RawURLEncoding.EncodeToString(append(i[:], l.sum(i)...))
}

func (l list) read(cursor string) (id.ID, bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != 22 {
		return id.Zero, false
	}
	i := id.ID(b[:16])
	return i, string(l.sum(i)) == string(b[16:])
}

// page reads the arguments of a list.
func (l list) page(first *int, after *string, last *int, before *string) (domain.Page, error) {
	p := domain.Page{Limit: defaultPage}
	var vs domain.Violations
	size := func(path string, n *int) {
		if n == nil {
			return
		}
		if *n < 1 {
			vs.Add(path, domain.ViolationOutOfRange, "is %d; right is 1 to %d", *n, maxPage)
		}
		p.Limit = *n
	}
	size("first", first)
	size("last", last)
	if first != nil && last != nil {
		vs.Add("last", domain.ViolationNotAllowed, "give first or last, not both")
	}
	p.Backward = last != nil
	point := func(path string, cursor *string, into *id.ID) {
		if cursor == nil {
			return
		}
		i, ok := l.read(*cursor)
		if !ok {
			vs.Add(path, domain.ViolationMalformed, "is no cursor of this list; take one from its edges or pageInfo")
		}
		*into = i
	}
	point("after", after, &p.After)
	point("before", before, &p.Before)
	if err := vs.Refusal(); err != nil {
		return p, err
	}
	if p.Limit > maxPage {
		return p, domain.Refuse(domain.CodeLimitExceeded, "page size: %d items were asked for; at most %d are allowed", p.Limit, maxPage)
	}
	return p, nil
}

// connection puts a page into the shape of the schema's connections.
func connection[T domain.Node, E any](l list, page domain.Paged[T], key func(T) id.ID, edge func(cursor string, node T) E) ([]E, []T, *model.PageInfo) {
	edges := make([]E, len(page.Items))
	info := &model.PageInfo{HasNextPage: page.HasNext, HasPreviousPage: page.HasPrevious}
	for i, item := range page.Items {
		cursor := l.cursor(key(item))
		edges[i] = edge(cursor, item)
		if i == 0 {
			info.StartCursor = &cursor
		}
		info.EndCursor = &cursor
	}
	if page.Items == nil {
		page.Items = []T{}
	}
	return edges, page.Items, info
}
