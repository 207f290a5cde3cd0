package pgserver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// keeper is the shell that stands between us and PostgreSQL. It leads a session
// of its own, so a Ctrl-C in the terminal reaches Backbeat alone and PostgreSQL is
// stopped last, in order. And it stops PostgreSQL when we are gone, kill -9
// included: that closes the pipe on its descriptor 3. (Linux's parent-death signal
// is tied to a thread, which the Go runtime may end at any time.)
//
// Arguments: the signal for that (repeated, since a server that has just begun is
// deaf), a folder to remove in the end or nothing, then the command. Descriptor 4 is open in this shell only: its end is our end of file.
const keeper = `
signal=$1 remove=$2; shift 2
"$@" </dev/null 3<&- 4>&- &
server=$!
{ read -r _ <&3; while kill -s "$signal" "$server" 2>/dev/null; do sleep 1; done; } 4>&- &
watch=$!
wait "$server"; status=$?
kill "$watch" 2>/dev/null
if [ -n "$remove" ]; then rm -rf "$remove"; fi
exit "$status"`

// process is a PostgreSQL server under its keeper.
type process struct {
	cmd      *exec.Cmd
	lifeline *os.File // closing it tells the keeper to stop the server
	ended    *os.File // reads end of file once the keeper has ended
	once     sync.Once
	done     chan struct{}
	err      error // of the server's end; set before done closes
}

// spawn starts the command under a keeper, its output going to log.
func spawn(a account, log *os.File, orphanSignal, remove, program string, args ...string) (*process, error) {
	lifeRead, lifeWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	endRead, endWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, lifeRead.Close(), lifeWrite.Close())
	}
	argv := append([]string{"-c", keeper, "backbeat-postgres", orphanSignal, remove, program}, args...)
	cmd := a.command("/bin/sh", argv...)
	cmd.SysProcAttr.Setsid = true
	cmd.ExtraFiles = []*os.File{lifeRead, endWrite}
	cmd.Stdout, cmd.Stderr = log, log
	err = cmd.Start()
	_, _ = lifeRead.Close(), endWrite.Close()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", program, err), lifeWrite.Close(), endRead.Close())
	}
	return &process{cmd: cmd, lifeline: lifeWrite, ended: endRead, done: make(chan struct{})}, nil
}

// endedWithin waits for at most d and reports whether the keeper has ended. It
// needs no goroutine, unlike end.
func (p *process) endedWithin(d time.Duration) bool {
	if err := p.ended.SetReadDeadline(time.Now().Add(d)); err != nil {
		return true // closed
	}
	_, err := p.ended.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}

// end is closed once the keeper, and the server with it, has ended.
func (p *process) end() <-chan struct{} {
	p.once.Do(func() {
		go func() {
			p.err = p.cmd.Wait()
			close(p.done)
		}()
	})
	return p.done
}

// close gives the pipes back, once the process has ended.
func (p *process) close() {
	_, _ = p.lifeline.Close(), p.ended.Close()
}
