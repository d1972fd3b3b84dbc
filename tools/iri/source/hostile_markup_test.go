package source

// hostileMarkup returns hostile files of text, HTML and Markdown.
func hostileMarkup() []hostile { return nil }
