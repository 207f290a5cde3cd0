// Package filelock keeps two processes out of one folder. The kernel drops the
// lock when its holder ends, however it ends, so none is ever stale. It works on
// the Unixes; over NFS it is only as good as the mount.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// ErrLocked says that another process, or another holder in this one, has the lock.
var ErrLocked = errors.New("locked by another process")

// Lock is held from Try or Wait until Release.
type Lock struct {
	file *os.File
}

// Try takes the lock at path, whose file it makes if missing (its folder must
// exist). It returns ErrLocked at once where somebody else has it.
func Try(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &Lock{file: f}, nil
	}
	_ = f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("%s: %w", path, ErrLocked)
	}
	return nil, fmt.Errorf("lock %s: %w", path, err)
}

// Wait is Try, again and again until the lock is free or ctx ends.
func Wait(ctx context.Context, path string) (*Lock, error) {
	// flock(2) can't be called off, hence a poll; what is waited for takes seconds.
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		l, err := Try(path)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", err, ctx.Err())
		case <-tick.C:
		}
	}
}

// Release gives the lock back. The file stays: removing it would let a third
// process lock a new file beside the one that a second is waiting for.
func (l *Lock) Release() error {
	// Closing alone would leave it to a child that is being forked just now.
	err := syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN)
	return errors.Join(err, l.file.Close())
}
