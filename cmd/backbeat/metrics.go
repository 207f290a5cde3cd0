package main

import "net/http"

// metricsHandler serves the metrics.
func (n *node) metricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", n.telemetry.Handler())
	return mux
}
