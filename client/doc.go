// Package client talks to Backbeat: adapters emit events and complete calls with it,
// pull integrations read their feed, consumers and push receivers verify what they are
// sent, and whoever may read watches live.
//
// A request that can be tried again is: after a network fault, a 503, or an answer that
// says so (extensions.retryable). Nothing happens twice by that, since what is sent
// again carries the same keys. Everything else comes back as it is; an [Error] tells
// the code and each fault of the input.
//
// Payloads are [encoding/json.RawMessage], sent and handed over byte for byte.
package client
