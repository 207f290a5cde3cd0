package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server tells what a database's server is.
type Server struct {
	// Version is server_version_num: 150004 for 15.4.
	Version int
	// Apart is how far its clock is ahead of this machine's.
	Apart time.Duration
}

// Examine asks a server what it is.
func Examine(ctx context.Context, url string) (*Server, error) {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	var s Server
	var now time.Time
	before := time.Now() //nolint:forbidigo // it compares the machine's clock
	err = c.QueryRow(ctx, "SELECT current_setting('server_version_num')::int, clock_timestamp()").Scan(&s.Version, &now)
	s.Apart = now.Sub(before.Add(time.Since(before) / 2)) //nolint:forbidigo // as above
	return &s, err
}
