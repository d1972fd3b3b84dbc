package railroad

import _ "embed"

// Lines and captions are readable on white and on black; boxes bring their own ground.
//
//go:embed diagram.css
var diagramStyle string

//go:embed page.css
var pageStyle string
