package railroad

import _ "embed"

// Style is what pages with diagrams need. Lines and captions are readable on white and on black;
// boxes bring their own ground.
//
//go:embed diagram.css
var Style string

//go:embed page.css
var pageStyle string
