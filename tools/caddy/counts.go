package iriguard

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// counts has a counter for each result. The handlers of a configuration share them.
type counts struct {
	results  *prometheus.CounterVec
	accepted prometheus.Counter // one of them
}

func newCounts(registry *prometheus.Registry) (counts, error) {
	results := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "caddy",
		Subsystem: "http",
		Name:      "iri_guard_requests_total",
		Help:      "Requests that iri_guard has validated, by result: accepted, or the reason to refuse.",
	}, []string{"result"})
	var present prometheus.AlreadyRegisteredError
	if err := registry.Register(results); errors.As(err, &present) {
		results = present.ExistingCollector.(*prometheus.CounterVec)
	} else if err != nil {
		return counts{}, err
	}
	return counts{results, results.WithLabelValues("accepted")}, nil
}
