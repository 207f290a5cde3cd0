package pgtest_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rhythm.example/backbeat/internal/embedded/pgtest"
)

func TestEachTestHasItsOwnCloneOfATemplateMigratedOnce(t *testing.T) {
	t.Parallel()
	var migrations atomic.Int32
	key := "notes " + rand.Text() // the binary's server outlives this run of the test
	migrate := func(ctx context.Context, url string) error {
		migrations.Add(1)
		return execute(ctx, url, "CREATE TABLE notes (body text)")
	}
	t.Run("tests", func(t *testing.T) {
		for i := range 8 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				url := pgtest.Database(t, key, migrate)
				if err := execute(t.Context(), url, "INSERT INTO notes VALUES ('one')"); err != nil {
					t.Fatal(err)
				}
				if n := count(t, url, "SELECT count(*) FROM notes"); n != 1 {
					t.Errorf("%d notes, want this test's one", n)
				}
			})
		}
	})
	if n := migrations.Load(); n != 1 {
		t.Errorf("migrated %d times, want once", n)
	}
	if n := count(t, pgtest.AdminURL(t), "SELECT count(*) FROM pg_database WHERE datname LIKE '%\\_inst\\_%'"); n != 0 {
		t.Errorf("%d databases of ended tests are left", n)
	}
}

func TestAConnectionLeftOpenDoesNotKeepTheDatabase(t *testing.T) {
	t.Parallel()
	t.Run("leaves one", func(t *testing.T) {
		if _, err := pgx.Connect(t.Context(), pgtest.Empty(t)); err != nil {
			t.Fatal(err)
		}
	})
}

// The server's end can't be seen from within: this binary runs itself as a child
// that says where its server is, and waits to be killed.
func TestTheServerGoesWithItsBinaryHoweverThatEnds(t *testing.T) {
	const variable = "BACKBEAT_PGTEST_CHILD"
	if os.Getenv(variable) != "" {
		fmt.Printf("dir=%s\n", scan[string](t, pgtest.AdminURL(t), "SHOW data_directory"))
		select {}
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
	child.Env = append(os.Environ(), variable+"=1")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var dir string
	if _, err := fmt.Fscanf(out, "dir=%s\n", &dir); err != nil {
		t.Fatal(err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	dir = strings.TrimSuffix(dir, "/cluster")
	for deadline := time.Now().Add(10 * time.Second); ; {
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is still there", dir)
		}
		<-time.After(20 * time.Millisecond)
	}
}

func execute(ctx context.Context, url, statement string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}

func count(t *testing.T, url, query string) int { return scan[int](t, url, query) }

func scan[T any](t *testing.T, url, query string) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if err := conn.QueryRow(t.Context(), query).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
