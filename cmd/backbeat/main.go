// Command backbeat is the gateway between Rhythm and the integrations of its
// tenants. See README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"rhythm.example/backbeat/internal/config"
)

// cli lists the commands.
type cli struct {
	Dev     devCommand     `cmd:"" help:"Run everything in one process, with an embedded database and queue and a demo directory."`
	Serve   serveCommand   `cmd:"" help:"Run the gateway; BACKBEAT_ROLES says which of api, dispatcher and worker this process plays."`
	Migrate migrateCommand `cmd:"" help:"Bring the database's schema up to date, or tell whether it is."`
	Token   tokenCommand   `cmd:"" help:"Make, list and revoke API tokens."`
	Keyset  keysetCommand  `cmd:"" help:"Make or rotate the keyset for BACKBEAT_ENCRYPTION_KEYS."`
	Bench   benchCommand   `cmd:"" help:"Measure Backbeat against the limits of this machine, on a database and queue of its own."`
	Listen  listenCommand  `cmd:"" help:"Show events and deliveries as they happen, or a pull account's feed, and forward them to a local address."`
	Doctor  doctorCommand  `cmd:"" help:"Check configuration, database, queue, migrations, clock and reachability, and say how to mend what is wrong."`

	BenchReceiver benchReceiverCommand `cmd:"" name:"bench-receiver" hidden:""`
}

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// Little stays in the heap of a gateway, and much passes through it: collecting it
// rarer costs tens of megabytes and spares a tenth of the CPU. GOGC and GOMEMLIMIT
// have their usual say.
const collectAt = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// errSaid is returned by commands that have said themselves what is wrong.
var errSaid = errors.New("already said")

func run(ctx context.Context, args []string, io streams) int {
	code := -1
	var c cli
	parser, err := kong.New(&c,
		kong.Name("backbeat"),
		kong.Description("Backbeat is the gateway between Rhythm and the integrations of its tenants: a GraphQL API with a transactional outbox."),
		kong.Writers(io.out, io.err), kong.UsageOnError(),
		kong.Exit(func(c int) { code = c }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(io),
		kong.BindToProvider(func() (*config.Config, error) { return config.Load(nil) }),
	)
	if err != nil {
		_, _ = fmt.Fprintln(io.err, "backbeat:", err)
		return 2
	}
	command, err := parser.Parse(args)
	if code >= 0 { // --help
		return code
	}
	if err != nil {
		_, _ = fmt.Fprintf(io.err, "backbeat: %v\nTry backbeat --help.\n", err)
		return 2
	}
	if err := command.Run(); err != nil {
		if !errors.Is(err, errSaid) {
			_, _ = fmt.Fprintln(io.err, "backbeat:", err)
		}
		return 1
	}
	return 0
}
