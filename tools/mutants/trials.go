package main

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// trials runs mutants in order until as many as wanted have turned out to be
// mutants, and returns what became of them, in order.
func (j *job) trials(order []*mutant, want int) ([]result, error) {
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	l := &lab{folder: folder, whole: sync.OnceValue(func() error { return green(everything(wholeTimeout)...) })}
	if err := l.time(order); err != nil {
		return nil, err
	}
	q := &queue{order: order, want: want, results: make([]result, len(order))}
	if j.verbose {
		q.done = j.progress
	}
	q.changed.L = &q.mutex
	var workers sync.WaitGroup
	for range j.workers {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i, m := q.take(); m != nil; i, m = q.take() {
				r, err := j.fate(l, m)
				q.put(i, r, err)
			}
		}()
	}
	workers.Wait()
	return slices.DeleteFunc(q.results, func(r result) bool { return r.mutant == nil || r.verdict == noMutant }), q.err
}

// fate runs a mutant unless its survival is explained.
func (j *job) fate(l *lab, m *mutant) (result, error) {
	if e, ok := j.explanations[m.id()]; ok {
		return result{mutant: m, verdict: explained, why: e.why}, nil
	}
	return l.try(m)
}

// progress prints a line on a mutant that was run.
func (j *job) progress(r result) {
	text := fmt.Sprintf("%v\t%s\t%.0f s", r.verdict, r.mutant.id(), r.took.Seconds())
	if r.timedOut {
		text += ", a test timed out"
	}
	fmt.Fprintln(j.stderr, text)
}

// time sets the timeouts of the packages that occur. Their tests must pass.
func (l *lab) time(order []*mutant) error {
	l.timeouts = make(map[string]time.Duration)
	for _, m := range order {
		if _, known := l.timeouts[m.tests()]; known {
			continue
		}
		begin := time.Now()
		if err := green("-count=1", "./"+m.tests()); err != nil {
			return err
		}
		l.timeouts[m.tests()] = max(leastTimeout, patience*time.Since(begin)).Round(time.Second)
	}
	return nil
}

// green returns an error unless tests pass without a mutant.
func green(args ...string) error {
	if out, ok := goTest(args...); !ok {
		return fmt.Errorf("the tests fail without a mutant:\n%s", out)
	}
	return nil
}

// queue hands out mutants in order. What does not compile does not count, so more
// may be needed than are wanted; none is handed out in vain, so that what is run
// does not depend on the number of workers.
type queue struct {
	mutex   sync.Mutex
	changed sync.Cond
	order   []*mutant
	results []result // by place in the order
	next    int      // place of the next to be handed out
	want    int      // results still wanted
	flying  int      // handed out, not yet back
	err     error
	done    func(result) // if not nil, is told of each that was run, one at a time
}

// take returns the next mutant and its place in the order, nil if no more are wanted.
func (q *queue) take() (int, *mutant) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.flying > 0 && q.flying >= q.want {
		q.changed.Wait()
	}
	if q.want == 0 || q.next == len(q.order) || q.err != nil {
		return 0, nil
	}
	q.next++
	q.flying++
	return q.next - 1, q.order[q.next-1]
}

// put takes the result of a mutant back.
func (q *queue) put(i int, r result, err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.flying--
	q.results[i] = r
	if r.verdict != noMutant {
		q.want--
	}
	if q.done != nil && err == nil && r.verdict != explained {
		q.done(r)
	}
	if err != nil && q.err == nil {
		q.err = err
	}
	q.changed.Broadcast()
}
