package stream

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

type job struct{ n, square int }

// numbers returns steps over the numbers below n. Work takes different times, so parts are finished out of order.
func numbers(n int, write func(*job) error) Steps[job] {
	next := 0
	return Steps[job]{
		Read: func(j *job) bool {
			j.n = next
			next++
			return j.n < n
		},
		Work: func(j *job) {
			for range j.n * 7 % 11 {
				runtime.Gosched()
			}
			j.square = j.n * j.n
		},
		Write: write,
	}
}

func TestOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, n := range []int{0, 1, 2, 1000} {
			written := 0
			err := Run(t.Context(), workers, numbers(n, func(j *job) error {
				if j.n != written || j.square != written*written {
					t.Fatalf("part %d is %+v", written, *j)
				}
				written++
				return nil
			}))
			if err != nil || written != n {
				t.Errorf("%d workers: %d parts of %d, error %v", workers, written, n, err)
			}
		}
	}
}

// TestBounded checks the number of parts with a slow writer.
func TestBounded(t *testing.T) {
	parts := make(map[*job]bool)
	err := Run(t.Context(), 3, numbers(500, func(j *job) error {
		parts[j] = true
		return nil
	}))
	if err != nil || len(parts) > 7 {
		t.Errorf("%d parts, error %v", len(parts), err)
	}
}

// TestWriteError checks that everything has stopped when Run returns.
func TestWriteError(t *testing.T) {
	failure := errors.New("no room")
	busy := 0 // not synchronized: the race detector finds a goroutine that goes on
	s := numbers(1<<30, func(j *job) error {
		if j.n == 100 {
			return failure
		}
		return nil
	})
	read := s.Read
	s.Read = func(j *job) bool {
		busy++
		return read(j)
	}
	if err := Run(t.Context(), 4, s); err != failure {
		t.Errorf("error %v", err)
	}
	if busy < 100 || busy > 110 {
		t.Errorf("%d parts were read", busy)
	}
}

// TestCancel checks that a blocking reader does not delay Run.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	written := 0
	s := numbers(1<<30, func(*job) error {
		if written++; written == 5 {
			cancel()
		}
		return nil
	})
	read := s.Read
	s.Read = func(j *job) bool {
		ok := read(j)
		if j.n == 5 {
			<-forever
		}
		return ok
	}
	if err := Run(ctx, 2, s); err != context.Canceled || written != 5 {
		t.Errorf("error %v, %d parts written", err, written)
	}
	close(forever)
}

// TestStopped checks that no Read begins after the writer has stopped, because it might block.
func TestStopped(t *testing.T) {
	for range 50 {
		q := newQueue[job](3)
		close(q.stop)
		q.read(func(*job) bool {
			t.Error("reads on")
			return false
		})
	}
}

// TestCancelled checks that nothing is written after ctx is done.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 {
		q := newQueue[job](1)
		p := <-q.free
		p.done <- struct{}{}
		q.pending <- p
		if p, err := q.next(ctx); p != nil || err != context.Canceled {
			t.Errorf("gives part %v, error %v", p, err)
		}
	}
}

// TestAnswers checks that a part is written before the next one arrives.
func TestAnswers(t *testing.T) {
	written := make(chan int, 1)
	s := numbers(100, func(j *job) error {
		written <- j.n
		return nil
	})
	read := s.Read
	s.Read = func(j *job) bool {
		ok := read(j)
		if j.n == 0 {
			return ok
		}
		select {
		case n := <-written:
			return ok && n == j.n-1
		case <-time.After(time.Minute):
			t.Error("no answer")
			return false
		}
	}
	if err := Run(t.Context(), 2, s); err != nil {
		t.Error(err)
	}
}
