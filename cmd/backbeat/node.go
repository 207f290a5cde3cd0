package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"rhythm.example/backbeat/dispatcher"
	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/config"
	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/egress"
	"rhythm.example/backbeat/internal/embedded/natsserver"
	"rhythm.example/backbeat/internal/keeper"
	"rhythm.example/backbeat/internal/lease"
	"rhythm.example/backbeat/internal/mail"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/internal/telemetry"
	"rhythm.example/backbeat/outbox/queue"
	"rhythm.example/backbeat/postgres"
)

// node is one process of Backbeat, with the roles that it plays.
type node struct {
	config *config.Config
	log    *slog.Logger
	clock  clock.Clock
	dev    bool

	telemetry *telemetry.Telemetry

	db       *postgres.DB
	embedded *natsserver.Server // nil with a cluster
	queue    *queue.Queue
	keeper   *keeper.Keeper
	guard    *egress.Guard
	egress   *egress.Client
	sender   *dispatcher.Sender
	mail     *mail.Sender // nil without a mail server
	wake     func()
	updates  *queue.Updates
	// demo is what dev.json tells, for the console; nil outside of dev.
	demo *demo.Directory
}

// newNode connects everything and starts nothing.
func newNode(ctx context.Context, c *config.Config, log *slog.Logger, dev bool) (_ *node, err error) {
	n := &node{config: c, log: log, clock: clock.System{}, dev: dev, updates: queue.NewUpdates()}
	defer func() {
		if err != nil {
			n.close()
		}
	}()
	if n.telemetry, err = telemetry.Start(ctx, version(), log); err != nil {
		return nil, err
	}
	keys, err := secret.ParseKeyset(c.EncryptionKeys)
	if err != nil {
		return nil, fmt.Errorf("BACKBEAT_ENCRYPTION_KEYS: %w; make one with `backbeat keyset new`", err)
	}
	n.keeper = keeper.New(keys)
	var allowed config.CIDRs
	if c.AllowCIDRs != nil {
		allowed = *c.AllowCIDRs
	}
	n.guard = egress.NewGuard(allowed)
	n.egress = egress.New(egress.Options{Guard: n.guard, Timeout: c.CallTimeout.D(), IdlePerHost: max(128, c.MaxInFlight)})
	if !c.SMTPURL.IsZero() {
		if n.mail, err = mail.New(c.SMTPURL); err != nil {
			return nil, fmt.Errorf("BACKBEAT_SMTP_URL %w", err)
		}
	}
	if n.db, err = postgres.Open(ctx, postgres.Options{URL: c.DatabaseURL, Clock: n.clock, Tracer: n.telemetry.SQL(), MailNotices: n.mail != nil}); err != nil {
		return nil, err
	}
	leases := lease.NewDesk(n.keeper, n.egress.HTTPClient(), n.clock, n.db.NewID)
	n.sender = dispatcher.NewSender(n.egress, leases, n.keeper, n.clock, c.CallTimeout.D(), log)
	options := queue.Options{URL: c.QueueURL, Log: log}
	if c.QueueURL == "" {
		n.embedded, err = natsserver.Start(natsserver.Options{
			StoreDir: filepath.Join(c.DataDir, "queue"), Log: func(line string) { log.Info(line) },
		})
		if err != nil {
			return nil, fmt.Errorf("starting the embedded queue: %w", err)
		}
		options.InProcess = n.embedded
	}
	if n.queue, err = queue.Connect(options); err != nil {
		return nil, err
	}
	n.wake = n.queue.Wake
	return n, nil
}

func (n *node) close() {
	if n.queue != nil {
		n.queue.Close()
	}
	if n.embedded != nil {
		if err := n.embedded.Shutdown(); err != nil {
			n.log.Warn("the embedded queue did not stop in order", "error", err)
		}
	}
	if n.egress != nil {
		n.egress.Close()
	}
	if n.db != nil {
		if err := n.db.Close(); err != nil {
			n.log.Warn("the database's connections did not close in order", "error", err)
		}
	}
	if n.telemetry != nil {
		limit, cancel := context.WithTimeout(context.Background(), margin)
		defer cancel()
		if err := n.telemetry.Shutdown(limit); err != nil {
			n.log.Warn("telemetry did not end in order", "error", err)
		}
	}
}

func (n *node) settings() dispatcher.Settings {
	s := dispatcher.DefaultSettings()
	s.MaxInFlight, s.MaxPerTenant, s.MaxPerDestination = n.config.MaxInFlight, n.config.MaxPerTenant, n.config.MaxPerDestination
	s.ClaimDeadline, s.CallTimeout, s.Schedule = n.config.ClaimDeadline.D(), n.config.CallTimeout.D(), n.config.RetrySchedule.Waits()
	return s
}

// run plays the roles until the context ends, then stops in order: no new requests,
// no new claims; what is under way is finished; then the connections.
func (n *node) run(ctx context.Context, ready func(url string)) error {
	defer n.close()
	listener, err := net.Listen("tcp", n.config.HTTPAddr)
	if err != nil {
		return fmt.Errorf("listening on BACKBEAT_HTTP_ADDR %s: %w; name another one, as in 127.0.0.1:8081", n.config.HTTPAddr, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	handler, err := n.handler(ctx)
	if err != nil {
		return err
	}
	servers := []*http.Server{n.serve(listener, handler, cancel)}
	if !n.dev {
		metrics, err := net.Listen("tcp", n.config.MetricsAddr)
		if err != nil {
			return fmt.Errorf("listening on BACKBEAT_METRICS_ADDR %s: %w", n.config.MetricsAddr, err)
		}
		servers = append(servers, n.serve(metrics, n.metricsHandler(), cancel))
	}
	var roles sync.WaitGroup
	n.play(ctx, &roles)
	ready("http://" + reachable(listener.Addr().String()))
	<-ctx.Done()
	n.log.Info("stopping: what is under way is finished")
	n.stop(servers, &roles)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// play starts the dispatcher's and the worker's roles.
func (n *node) play(ctx context.Context, roles *sync.WaitGroup) {
	s := n.settings()
	watched := []dispatcher.Option{dispatcher.WithMetrics(n.telemetry.Metrics), dispatcher.WithTracer(n.telemetry.Tracer()), dispatcher.WithAnnouncer(n.updates)}
	roles.Go(func() { n.updates.Run(ctx, n.queue) })
	roles.Go(func() { dispatcher.Measure(ctx, n.db, n.log, watched...) })
	if n.config.Roles.Has(config.RoleDispatcher) {
		publisher := dispatcher.NewPublisher(n.db, n.queue, dispatcher.NewLeads(n.db, n.log), s, n.log, watched...)
		d := dispatcher.New(publisher, []dispatcher.Pass{
			dispatcher.RecoverPass(n.db, n.wake, n.log, watched...),
			dispatcher.PartitionsPass(n.db),
			dispatcher.SubscriptionsPass(n.db, n.wake, n.log, watched...),
			dispatcher.ReplaysPass(n.db, n.wake, n.log, watched...),
			dispatcher.RetentionPass(n.db, n.clock, domain.Retention{Settled: n.config.Retention.D(), Trails: n.config.RetentionTrails.D()}, n.log),
		}, n.log, watched...)
		n.queue.OnLost(func(first bool) { n.republish(ctx, d, first) })
		if _, err := n.queue.OnWake(d.Wake, d.Room); err != nil {
			n.log.Warn("wake-ups are not heard; passes run on their schedule", "error", err)
		}
		roles.Go(func() { d.Run(ctx) })
	}
	if n.config.Roles.Has(config.RoleWorker) {
		router := dispatcher.NewRouter(n.db, n.queue, n.egress, n.keeper, n.clock, s, n.log, n.queue.Room, watched...)
		roles.Go(func() { router.Run(ctx) })
		pusher := dispatcher.NewPusher(n.db, n.queue, n.sender, n.clock, s, n.log, n.queue.Room, watched...)
		roles.Go(func() { pusher.Run(ctx) })
		if n.mail != nil {
			mailer := dispatcher.NewMailer(n.db, n.queue, n.mail, n.clock, s, n.log, n.queue.Room)
			roles.Go(func() { mailer.Run(ctx) })
		}
	}
}

// republish lets everything be published again that a lost queue carried.
func (n *node) republish(ctx context.Context, d *dispatcher.Dispatcher, first bool) {
	if !first { // a new queue has lost nothing; a restart may have found it gone all the same
		n.log.Warn("the queue came back empty; what it carried is published again")
	}
	if err := n.db.GiveBackAll(ctx); err != nil && !errors.Is(err, domain.ErrUnavailable) {
		n.log.Warn("rows could not be made visible; they become so by themselves", "error", err)
	}
	d.Wake()
}

func (n *node) serve(l net.Listener, h http.Handler, failed context.CancelCauseFunc) *http.Server {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(n.log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := s.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			failed(fmt.Errorf("serving %s: %w", l.Addr(), err))
		}
	}()
	return s
}

func (n *node) stop(servers []*http.Server, roles *sync.WaitGroup) {
	// Calls in flight get their time, and a little more to settle.
	limit, cancel := context.WithTimeout(context.Background(), n.config.CallTimeout.D()+margin)
	defer cancel()
	var stopping sync.WaitGroup
	for _, s := range servers {
		stopping.Go(func() {
			gentle, cancel := context.WithTimeout(limit, margin)
			defer cancel()
			if s.Shutdown(gentle) != nil {
				_ = s.Close()
			}
		})
	}
	stopping.Wait()
	done := make(chan struct{})
	go func() { roles.Wait(); close(done) }()
	select {
	case <-done:
	case <-limit.Done():
		n.log.Warn("some work did not end in its time; its claims will run out and be recovered")
	}
}

const margin = 5 * time.Second

// reachable makes of a listening address one that a client can use.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
