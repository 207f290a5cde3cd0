package edge

import "time"

// How long a client may take. Nothing waits for one meanwhile but its own connection.
const (
	toSendBody   = time.Minute
	toDrain      = 10 * time.Second
	toReadAnswer = time.Minute
)

// patience is how long clients of live operations may take.
type patience struct {
	initialise time.Duration // to send connection_init
	message    time.Duration // to take one message or event, and to answer a ping
	alive      time.Duration // between pings, and between signs of life on a stream
}

// standardPatience: signs of life come before what proxies take for silence, most often
// a minute.
func standardPatience() patience {
	return patience{initialise: 10 * time.Second, message: 10 * time.Second, alive: 20 * time.Second}
}
