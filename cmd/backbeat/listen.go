package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rhythm.example/backbeat/client"
)

type listenCommand struct {
	URL     string `name:"url" env:"BACKBEAT_URL" placeholder:"URL" help:"Where the API is, as in https://backbeat.example. Default: that of a running dev."`
	Token   string `env:"BACKBEAT_TOKEN" placeholder:"TOKEN" help:"Who is listening. Default: of a running dev a reader, and with --pull its pull account."`
	DataDir string `env:"BACKBEAT_DATA_DIR" default:".backbeat" placeholder:"DIR" help:"Where a running dev keeps its dev.json. Default: .backbeat."`

	Events       bool   `group:"what to listen to" help:"Events alone. Unless one is named: events and deliveries."`
	Deliveries   bool   `group:"what to listen to" help:"Deliveries alone."`
	Connection   string `group:"what to listen to" placeholder:"con_…" help:"Of this account alone."`
	Subscription string `group:"what to listen to" placeholder:"sub_…" help:"Deliveries of this subscription alone."`

	Pull    bool `group:"pulling a feed" help:"Read the feed of a pull account instead of watching live."`
	Advance bool `group:"pulling a feed" help:"Advance the feed's cursor: what was shown (and forwarded, if anything is) becomes DELIVERED. Without it nothing changes, and every run shows the same."`
	Once    bool `group:"pulling a feed" help:"End once the feed is empty."`

	Forward string `group:"forwarding" placeholder:"URL" help:"Post each event and delivery there, signed, as Backbeat would send it, and show the answer."`
	Secret  string `group:"forwarding" env:"BACKBEAT_SIGNING_SECRET" placeholder:"whsec_…" help:"Sign with this secret. Default: one made for this run, which is shown."`

	Payload bool `group:"what to show" help:"Show payloads."`
	JSON    bool `name:"json" group:"what to show" help:"Show a line of JSON for each thing."`
}

// Help is shown by --help.
func (listenCommand) Help() string {
	return `Shows what happens, live, until Ctrl-C; what happened before is in the console. Beside a running dev it needs no flag:

  backbeat listen
  backbeat listen --events --forward http://localhost:3000/events
  backbeat listen --pull                  what waits in the feed, changing nothing
  backbeat listen --pull --advance --forward http://localhost:3000/changes

Forwarded requests carry the envelope and the headers of Standard Webhooks, each event and delivery once; nothing that the local address answers changes what Backbeat does. With --pull --advance it does: the cursor advances behind what was answered with a 2xx, and anything else is sent again after a while.`
}

// Run listens until the context ends.
func (l listenCommand) Run(ctx context.Context, io streams) error {
	if err := l.check(); err != nil {
		return err
	}
	if err := l.complete(); err != nil {
		return err
	}
	s := newScreen(io, l.JSON, l.Payload)
	c, err := client.New(l.URL, l.Token, client.WithPatience(0), client.OnRetry(func(err error, _ time.Duration) { s.lost("feed", err) }))
	if err != nil {
		return err
	}
	viewer, err := c.Viewer(ctx)
	if err != nil {
		return l.unreachable(ctx, err)
	}
	if err := l.suit(viewer); err != nil {
		return err
	}
	var f *forwarder
	if l.Forward != "" {
		if f, err = newForwarder(l.Forward, l.Secret, s); err != nil {
			return err
		}
		defer f.close()
	}
	if l.Pull {
		err = l.pull(ctx, c, s, f)
	} else {
		err = l.tail(ctx, c, s, f)
	}
	if ctx.Err() != nil {
		return nil // Ctrl-C is how this ends
	}
	return err
}

// check sees that the flags go together.
func (l *listenCommand) check() error {
	switch {
	case !l.Pull && (l.Advance || l.Once):
		return errors.New("--advance and --once go with --pull alone")
	case l.Pull && (l.Events || l.Deliveries || l.Subscription != ""):
		return errors.New("--pull reads the feed of one account; --events, --deliveries and --subscription are for watching live")
	default:
		return nil
	}
}

// watches tells what is watched; each of the two where nothing was named.
func (l *listenCommand) watches() (events, deliveries, unnamed bool) {
	deliveries = l.Deliveries || l.Subscription != ""
	if !l.Events && !deliveries {
		return true, true, true
	}
	return l.Events, deliveries, false
}

// complete takes what was not given from a running dev.
func (l *listenCommand) complete() error {
	if l.URL != "" && l.Token != "" {
		return nil
	}
	dev, err := readDevState(l.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		missing := "--url (or BACKBEAT_URL) and --token (or BACKBEAT_TOKEN)"
		if l.URL != "" {
			missing = "--token (or BACKBEAT_TOKEN)"
		}
		return fmt.Errorf("no `backbeat dev` runs with its files in %s: start it, say where they are with --data-dir, or give %s", l.DataDir, missing)
	}
	if err != nil {
		return err
	}
	if l.URL != "" && !sameHost(l.URL, dev.URL) {
		return fmt.Errorf("%s is not the running dev, whose tokens are for it alone: give --token (or BACKBEAT_TOKEN)", l.URL)
	}
	l.URL = cmp.Or(l.URL, dev.URL)
	if l.Token == "" && l.Pull {
		l.Token = dev.Tokens["integration"]
	}
	l.Token = cmp.Or(l.Token, dev.Tokens["reader"])
	return nil
}

func readDevState(dataDir string) (*devState, error) {
	path := filepath.Join(dataDir, "dev.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("looking for a running dev: %w", err)
	}
	var s devState
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", path, err)
	}
	return &s, nil
}

func sameHost(a, b string) bool {
	u, err := url.Parse(a)
	v, other := url.Parse(b)
	return err == nil && other == nil && u.Scheme == v.Scheme && strings.EqualFold(u.Host, v.Host)
}

func (l *listenCommand) unreachable(ctx context.Context, err error) error {
	_, answered := errors.AsType[*client.Error](err)
	if answered || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("nothing answers at %s (%w); does it run?", l.URL, err)
}

// suit sees that the caller can listen as asked, and takes its account.
func (l *listenCommand) suit(v client.Viewer) error {
	pulls := v.Kind == "INTEGRATION"
	switch {
	case pulls && !l.Pull:
		return errors.New("this token is a pull account's, which reads its feed: add --pull")
	case !pulls && l.Pull:
		return fmt.Errorf("--pull needs the token of a pull account (`backbeat token create --kind integration --for con_…`); this one is of the kind %s", v.Kind)
	case pulls && l.Connection == "":
		l.Connection = v.Subject
	}
	return nil
}
