package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// Whatever the number of workers and their haste, the results are those of the
// first mutants that compile, as many as are wanted.
func TestQueue(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for want := range 12 {
			order := numbered(map[string]int{"negate": 10})
			q := &queue{order: order, want: want, results: make([]result, len(order))}
			q.changed.L = &q.mutex
			compiles := func(m *mutant) bool { return m.line%3 != 0 }
			var group sync.WaitGroup
			for range workers {
				group.Add(1)
				go func() {
					defer group.Done()
					for i, m := q.take(); m != nil; i, m = q.take() {
						for range rand.IntN(20) {
							runtime.Gosched()
						}
						r := result{mutant: m}
						if compiles(m) {
							r.verdict = survived
						}
						q.put(i, r, nil)
					}
				}()
			}
			group.Wait()
			var got, first []string
			for i, r := range q.results {
				if r.verdict == survived {
					got = append(got, r.id())
				}
				if compiles(order[i]) && len(first) < want {
					first = append(first, order[i].id())
				}
			}
			if !slices.Equal(got, first) {
				t.Errorf("%d workers, %d wanted: got %v, want %v", workers, want, got, first)
			}
		}
	}
}

// After an error no more mutants are handed out.
func TestQueueError(t *testing.T) {
	q := &queue{order: numbered(map[string]int{"negate": 3}), want: 3, results: make([]result, 3)}
	q.changed.L = &q.mutex
	i, _ := q.take()
	q.put(i, result{}, errors.New("broken"))
	if _, m := q.take(); m != nil || fmt.Sprint(q.err) != "broken" {
		t.Errorf("handed out %v after %v", m, q.err)
	}
}
