package show

// Reset makes w ready for another record.
func (w *Window) Reset() { *w = Window{text: w.text[:0]} }

// Before adds bytes before the one in question, and keeps the last ones.
func (w *Window) Before(p []byte) {
	if extra := len(p) - around; extra > 0 {
		p, w.cutLeft = p[extra:], true
	}
	w.text = append(w.text, p...)
	if extra := len(w.text) - around; extra > 0 {
		w.text = w.text[:copy(w.text, w.text[extra:])]
		w.cutLeft = true
	}
	w.at = len(w.text)
}

// After adds the byte in question and what follows, and keeps the first ones.
func (w *Window) After(p []byte) {
	if room := w.at + around - len(w.text); room < len(p) {
		p, w.cutRight = p[:room], true
	}
	w.text = append(w.text, p...)
}
