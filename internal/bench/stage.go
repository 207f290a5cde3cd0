package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/domain"
	"rhythm.example/backbeat/domain/id"
	"rhythm.example/backbeat/internal/clock"
	"rhythm.example/backbeat/internal/demo"
	"rhythm.example/backbeat/internal/embedded/pgserver"
	"rhythm.example/backbeat/internal/keeper"
	"rhythm.example/backbeat/internal/secret"
	"rhythm.example/backbeat/postgres"
)

// bench is a run: a database server of its own, and what was measured so far.
type bench struct {
	options Options
	server  *pgserver.Server
	dir     string
	keys    secret.Value
	medians map[string]float64
	serial  int
}

func newBench(ctx context.Context, o Options) (*bench, error) {
	if o.Runs < 1 {
		o.Runs = 3
	}
	if o.Quick {
		o.Runs = 1
	}
	keys, err := secret.NewKeysetJSON()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "backbeat-bench")
	if err != nil {
		return nil, err
	}
	b := &bench{options: o, dir: dir, keys: keys, medians: map[string]float64{}}
	b.say("starting a database of its own …")
	durable := map[string]string{"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "shared_buffers": "512MB", "max_wal_size": "4GB", "max_connections": "200"}
	counted := map[string]string{"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track_planning": "on", "pg_stat_statements.max": "50000"}
	for k, v := range durable {
		counted[k] = v
	}
	// Not every installation has the extension that counts statements.
	if b.server, err = pgserver.Throwaway(ctx, counted, nil); err != nil {
		b.server, err = pgserver.Throwaway(ctx, durable, nil)
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("starting a database: %w", err)
	}
	return b, nil
}

func (b *bench) close() {
	_ = b.server.Stop(context.Background())
	_ = os.RemoveAll(b.dir)
}

// size is a number of things, or few of them where it is to be quick.
func (b *bench) size(full, quick int) int {
	if b.options.Quick {
		return quick
	}
	return full
}

func (b *bench) lasting() time.Duration {
	if b.options.Quick {
		return 700 * time.Millisecond
	}
	return 8 * time.Second
}

func (b *bench) machine(ctx context.Context) map[string]string {
	m := map[string]string{"os": runtime.GOOS + "/" + runtime.GOARCH, "cores": strconv.Itoa(runtime.NumCPU()), "go": runtime.Version()}
	if s, err := postgres.Examine(ctx, b.server.URL("postgres")); err == nil {
		m["postgresql"] = fmt.Sprintf("%d.%d", s.Version/10000, s.Version%10000)
	}
	if cpu, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.SplitSeq(string(cpu), "\n") {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				m["cpu"] = strings.Trim(name, "\t :")
				break
			}
		}
	}
	return m
}

func (b *bench) settings() map[string]string {
	return map[string]string{
		"runs": strconv.Itoa(b.options.Runs), "quick": strconv.FormatBool(b.options.Quick), "payload": fmt.Sprintf("%d bytes", len(payload(0))),
		"durability": "fsync and synchronous_commit on", "gateway": "one process with the roles named, embedded queue, defaults",
	}
}

// stage is a fresh database with the demo directory in it.
type stage struct {
	*bench
	name      string
	url       string
	db        *postgres.DB
	keeper    *keeper.Keeper
	directory *demo.Directory
	adapter   *domain.Principal
	service   *domain.Principal
	tenant    id.ID
	install   id.ID
	push      id.ID
	gateways  []*process
	asker     *pgx.Conn
}

// set makes a stage; end cleans it up.
func (b *bench) set(ctx context.Context) (_ *stage, err error) {
	b.serial++
	name := fmt.Sprintf("bench%d", b.serial)
	if err := b.server.CreateDatabase(ctx, name); err != nil {
		return nil, err
	}
	s := &stage{bench: b, name: name, url: b.server.URL(name)}
	if _, err := postgres.Migrate(ctx, s.url); err != nil {
		return nil, err
	}
	if s.asker, err = pgx.Connect(ctx, s.url); err != nil {
		return nil, err
	}
	if s.db, err = postgres.Open(ctx, postgres.Options{URL: s.url, Clock: clock.System{}}); err != nil {
		return nil, err
	}
	keys, err := secret.ParseKeyset(b.keys)
	if err != nil {
		return nil, err
	}
	s.keeper = keeper.New(keys)
	if s.directory, err = demo.Make(ctx, s.db, s.keeper, "http://127.0.0.1:9/"); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		token string
		into  **domain.Principal
	}{{"adapter", &s.adapter}, {"service", &s.service}} {
		if *p.into, err = s.db.FindToken(ctx, secret.Hash(s.directory.Tokens[p.token])); err != nil {
			return nil, err
		}
	}
	s.tenant, _ = id.Tenant.Parse(s.directory.TenantID)
	s.install, _ = id.Installation.Parse(s.directory.InstallationID)
	s.push, _ = id.Connection.Parse(s.directory.ConnectionID)
	return s, s.db.EnsurePartitions(ctx, 1)
}

func (s *stage) end() {
	s.stop()
	ctx := context.Background()
	_ = s.db.Close()
	_ = s.asker.Close(ctx)
	// What it holds is many gigabytes, at the end of growth.
	if c, err := pgx.Connect(ctx, s.server.URL("postgres")); err == nil {
		_, _ = c.Exec(ctx, "DROP DATABASE "+s.name+" WITH (FORCE)")
		_ = c.Close(ctx)
	}
}

// stop ends the gateways.
func (s *stage) stop() {
	for _, g := range s.gateways {
		g.stop()
	}
	s.gateways = nil
}

// process is a program that was started for the bench.
type process struct {
	cmd *exec.Cmd
	url string
}

// start starts the gateway with some roles, and waits until it answers.
func (s *stage) start(ctx context.Context, roles string) (*process, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	metrics, err := freeAddr()
	if err != nil {
		return nil, err
	}
	data, err := os.MkdirTemp(s.dir, "gateway")
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, s.options.Program, []string{
		"BACKBEAT_DATABASE_URL=" + s.url, "BACKBEAT_DATA_DIR=" + data, "BACKBEAT_ROLES=" + roles, "BACKBEAT_HTTP_ADDR=" + addr,
		"BACKBEAT_METRICS_ADDR=" + metrics, "BACKBEAT_ENCRYPTION_KEYS=" + s.keys.Reveal(), "BACKBEAT_ALLOW_CIDRS=127.0.0.0/8",
		"BACKBEAT_QUEUE_URL=", "BACKBEAT_SMTP_URL=", "BACKBEAT_OIDC_ISSUER=", "BACKBEAT_OIDC_AUDIENCE=", "BACKBEAT_PERSISTED_ONLY=",
	}, "serve")
	if err != nil {
		return nil, err
	}
	p.url = "http://" + addr
	s.gateways = append(s.gateways, p)
	return p, p.answers(ctx, "/healthz")
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

func launch(ctx context.Context, program string, env []string, args ...string) (*process, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	cmd.Stderr = io.Discard
	return &process{cmd: cmd}, cmd.Start()
}

func (p *process) answers(ctx context.Context, path string) error {
	deadline := time.Now().Add(20 * time.Second)
	for time.Now().Before(deadline) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
		if err != nil {
			return err
		}
		if resp, err := http.DefaultClient.Do(r); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("a process that was started for the bench does not answer")
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

// payload is a document of about 500 bytes that tells its number.
func payload(n int) []byte {
	b, _ := json.Marshal(map[string]any{
		"n": n, "action": "opened", "title": "A title that says what this is about", "body": strings.Repeat("Lorem ipsum dolor sit amet. ", 12),
		"labels": []string{"bug", "help wanted"}, "score": 1.25,
	})
	return b
}
