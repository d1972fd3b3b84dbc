package iriguard

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// counts has a counter for each verdict. The handlers of a configuration share them.
type counts struct {
	verdicts *prometheus.CounterVec
	accepted prometheus.Counter // one of them, at hand
}

func newCounts(registry *prometheus.Registry) (counts, error) {
	verdicts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "caddy",
		Subsystem: "http",
		Name:      "iri_guard_requests_total",
		Help:      "Requests that iri_guard has judged, by verdict: accepted, or the reason to refuse.",
	}, []string{"verdict"})
	var present prometheus.AlreadyRegisteredError
	if err := registry.Register(verdicts); errors.As(err, &present) {
		verdicts = present.ExistingCollector.(*prometheus.CounterVec)
	} else if err != nil {
		return counts{}, err
	}
	return counts{verdicts, verdicts.WithLabelValues("accepted")}, nil
}
