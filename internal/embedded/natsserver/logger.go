package natsserver

import (
	"fmt"
	"sync"
)

// logger passes the server's warnings and errors on. It keeps the server from
// ending the process, which its own logger does on a fatal error.
type logger struct {
	log func(string)

	mu    sync.Mutex
	first string // fatal error
}

func (l *logger) fatal() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first
}

// Fatalf implements server.Logger.
func (l *logger) Fatalf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == "" {
		l.first = fmt.Sprintf(format, v...)
	}
}

// Errorf implements server.Logger.
func (l *logger) Errorf(format string, v ...any) { l.log("queue: " + fmt.Sprintf(format, v...)) }

// Warnf implements server.Logger.
func (l *logger) Warnf(format string, v ...any) { l.log("queue: " + fmt.Sprintf(format, v...)) }

// Noticef implements server.Logger.
func (l *logger) Noticef(string, ...any) {}

// Debugf implements server.Logger.
func (l *logger) Debugf(string, ...any) {}

// Tracef implements server.Logger.
func (l *logger) Tracef(string, ...any) {}
