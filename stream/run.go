package stream

import (
	"context"
	"sync"
)

// Steps are the steps of [Run].
type Steps[T any] struct {
	Read  func(*T) (ok bool) // reads the next part into a value that may be a used one; returns false at the end
	Work  func(*T)           // processes a part; called by several goroutines
	Write func(*T) error     // receives the parts in the order of reading; an error ends Run
}

// Run processes the parts of a sequence in parallel. One goroutine calls Read, workers goroutines call Work, and the
// goroutine of the caller calls Write. There are 2*workers+1 parts, which are reused, so memory is bounded.
// [Scanner.Chunks] runs like this over lines; Run is for other sequences, such as the batches of a Parquet file, whose
// columns [rule.Rule.Column] validates.
//
// Run returns nil after the last part has been written, otherwise the first error of Write. Then all goroutines have
// ended. If ctx is done first, Run returns its cause immediately, even if a Read or Work has not ended.
func Run[T any](ctx context.Context, workers int, s Steps[T]) error {
	q := newQueue[T](2*workers + 1)
	var all sync.WaitGroup
	all.Add(workers + 1)
	for range workers {
		go func() {
			defer all.Done()
			q.work(s.Work)
		}()
	}
	go func() {
		defer all.Done()
		q.read(s.Read)
	}()
	err := q.write(ctx, s.Write)
	if ctx.Err() == nil {
		all.Wait()
	}
	return err
}

// A queue passes parts from the reader through the workers to the writer and back.
type queue[T any] struct {
	free    chan *part[T] // to the reader
	todo    chan *part[T] // to the workers
	pending chan *part[T] // to the writer, done or not
	stop    chan struct{} // closed when the writer has stopped
}

type part[T any] struct {
	value T
	done  chan struct{} // receives when a worker is done
}

// newQueue returns a queue of n parts. Each channel has room for all of them, so sending never blocks.
func newQueue[T any](n int) *queue[T] {
	q := &queue[T]{
		free:    make(chan *part[T], n),
		todo:    make(chan *part[T], n),
		pending: make(chan *part[T], n),
		stop:    make(chan struct{}),
	}
	for range n {
		q.free <- &part[T]{done: make(chan struct{}, 1)}
	}
	return q
}

func (q *queue[T]) read(read func(*T) bool) {
	defer close(q.todo)
	defer close(q.pending)
	for {
		select {
		case <-q.stop:
			return
		case p := <-q.free:
			if q.stopped() || !read(&p.value) { // select chooses at random if both are ready
				return
			}
			q.todo <- p
			q.pending <- p
		}
	}
}

func (q *queue[T]) stopped() bool {
	select {
	case <-q.stop:
		return true
	default:
		return false
	}
}

func (q *queue[T]) work(work func(*T)) {
	for p := range q.todo {
		work(&p.value)
		p.done <- struct{}{}
	}
}

func (q *queue[T]) write(ctx context.Context, write func(*T) error) error {
	defer close(q.stop)
	for {
		p, err := q.next(ctx)
		if p == nil {
			return err
		}
		if err := write(&p.value); err != nil {
			return err
		}
		q.free <- p
	}
}

// next returns the next part in order when it is done, or nil at the end or if ctx is done.
func (q *queue[T]) next(ctx context.Context) (*part[T], error) {
	if ctx.Err() != nil { // select chooses at random if both are ready
		return nil, context.Cause(ctx)
	}
	select {
	case p, ok := <-q.pending:
		if !ok {
			return nil, nil
		}
		select {
		case <-p.done:
			return p, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
