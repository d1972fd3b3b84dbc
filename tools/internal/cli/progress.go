package cli

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
)

// A Progress is a progress bar on standard error with the speed and the remaining time. A nil Progress does nothing.
type Progress struct {
	screen  *screen
	bars    progress.Writer
	tracker *progress.Tracker
	stopped bool // guarded by screen.mu
}

// NewProgress starts a bar for total bytes; 0 means an unknown total. It returns nil if standard error is not a terminal, or if
// total is 0 and standard input is a terminal.
func NewProgress(cmd *cobra.Command, total int64) *Progress {
	s, is := cmd.ErrOrStderr().(*stream)
	if !is || s.screen == nil || total == 0 && columns(cmd.InOrStdin()) > 0 {
		return nil
	}
	p := &Progress{
		screen:  s.screen,
		bars:    progress.NewWriter(),
		tracker: &progress.Tracker{Message: "reading", Total: total, Units: progress.UnitsBytes, AutoStopDisabled: true},
	}
	if total > 0 {
		p.tracker.Message += " " + progress.FormatBytes(total)
	}
	p.bars.SetOutputWriter(frames{p})
	p.bars.SetTerminalWidth(s.columns)
	p.bars.SetUpdateFrequency(200 * time.Millisecond) // also the delay of the first frame
	p.bars.SetAutoStop(true)
	p.bars.SetTrackerPosition(progress.PositionRight) // relative to the message
	p.bars.SetTrackerLength(12)
	p.bars.Style().Visibility.Speed = true
	p.bars.Style().Visibility.ETA = total > 0
	p.bars.Style().Options.Separator = ": "
	p.bars.Style().Options.ETAString = "left"
	p.bars.Style().Options.PercentFormat = "%2.0f%%"
	p.bars.Style().Options.TimeInProgressPrecision = time.Second
	p.bars.AppendTracker(p.tracker)
	go p.bars.Render()
	return p
}

func (p *Progress) Add(n int) {
	if p != nil {
		p.tracker.Increment(int64(n))
	}
}

// Stop removes the bar for good.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	p.screen.mu.Lock()
	p.stopped = true
	p.screen.clear()
	p.screen.mu.Unlock()
	p.tracker.MarkAsDone() // ends the rendering goroutine
}

// A screen is the terminal of standard error and possibly of standard output. Output overwrites the bar; the next
// frame draws it again below the output.
type screen struct {
	mu       sync.Mutex
	terminal io.Writer
	drawn    bool // the bar is on the line above the cursor
	open     bool // the last line is not ended, so that no bar can be drawn
}

// up moves to the line of the bar, and erases it.
var up = []byte(text.CursorUp.Sprint() + text.EraseLine.Sprint())

func (s *screen) writeOver(w io.Writer, p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	if len(p) > 0 {
		s.open = p[len(p)-1] != '\n'
	}
	return w.Write(p)
}

// clear removes the bar. s.mu must be locked.
func (s *screen) clear() {
	if s.drawn {
		s.terminal.Write(up)
		s.drawn = false
	}
}

// frames is the writer of a bar. Each Write is a frame, which begins with up to erase the previous one. Write removes
// this prefix, since output may have erased it before.
type frames struct{ *Progress }

func (f frames) Write(frame []byte) (int, error) {
	s := f.screen
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.stopped || s.open {
		return len(frame), nil
	}
	s.clear()
	s.drawn = true
	return s.terminal.Write(bytes.TrimPrefix(frame, up))
}
