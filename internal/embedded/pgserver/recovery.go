package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// How long each way of stopping gets before the next: a fast shutdown writes a
// checkpoint, an immediate one only has to end its children.
const (
	fastShutdown      = 10 * time.Second
	immediateShutdown = 5 * time.Second
	killed            = 5 * time.Second
	poll              = 20 * time.Millisecond
)

// endLeftovers clears the way for a new start on the cluster: it ends a server
// that outlived its Backbeat, waits for its last processes and removes a stale
// postmaster.pid. The caller holds the data folder's lock, so whatever runs there
// is nobody's.
func endLeftovers(cluster string, log func(string)) error {
	pm, err := readPostmaster(cluster)
	if err != nil && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && serves(pm.pid, cluster) {
		log(fmt.Sprintf("stopping PostgreSQL process %d, left over from a Backbeat that was killed", pm.pid))
		if err := endServer(context.Background(), cluster, pm.pid); err != nil {
			return err
		}
	}
	if err := endBackends(cluster); err != nil {
		return err
	}
	// PostgreSQL removes it when it stops in order. Where the number in it now is
	// some other program's, PostgreSQL would refuse to start.
	if err := os.Remove(pidFile(cluster)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove stale postmaster.pid: %w", err)
	}
	return nil
}

// endServer stops the server with process id pid, gently first: SIGINT, SIGQUIT,
// SIGKILL (postgres(1) has what each does). A ctx that ends shortens the gentle part.
func endServer(ctx context.Context, cluster string, pid int) error {
	gone := func() bool { return !serves(pid, cluster) }
	steps := []struct {
		signal syscall.Signal
		time   time.Duration
	}{{syscall.SIGINT, fastShutdown}, {syscall.SIGQUIT, immediateShutdown}, {syscall.SIGKILL, killed}}
	for _, step := range steps {
		if gone() {
			return nil
		}
		if err := sendSignal(pid, step.signal); err != nil {
			return err
		}
		if waitUntil(ctx, step.time, gone) {
			return nil
		}
		ctx = context.Background()
	}
	return fmt.Errorf("PostgreSQL process %d does not end, not even by SIGKILL", pid)
}

// endBackends waits for the processes of a postmaster that is gone: they notice
// by themselves, and are killed where they don't.
func endBackends(cluster string) error {
	none := func() bool { return len(backends(cluster, 0)) == 0 }
	if waitUntil(context.Background(), immediateShutdown, none) {
		return nil
	}
	for _, pid := range backends(cluster, 0) {
		if err := sendSignal(pid, syscall.SIGKILL); err != nil {
			return err
		}
	}
	if !waitUntil(context.Background(), killed, none) {
		return fmt.Errorf("processes %v of an earlier PostgreSQL still use %s", backends(cluster, 0), cluster)
	}
	return nil
}

// waitUntil polls, for at most limit, since the processes of others can't be
// waited for. It returns whether the condition came true.
func waitUntil(ctx context.Context, limit time.Duration, condition func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for !condition() {
		select {
		case <-ctx.Done():
			return condition()
		case <-tick.C:
		}
	}
	return true
}
