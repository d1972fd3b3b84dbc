package fix

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/toplevel"
)

// A wordKind is what a word may be, or a set of such kinds: the constants are bits.
type wordKind uint16

const (
	common      wordKind = 1 << iota // one of the most common top-level domains
	domain                           // a top-level domain, or one of private networks, and nothing else; without www, a port and a path, only names in these are hosts
	extension                        // what names of files end in, and no top-level domain
	ambiguous                        // what names of files end in, and a top-level domain
	document                         // the name of a file that has various extensions
	joining                          // it connects a URL with the rest of a sentence
	function                         // no title ends in it
	arrow                            // it points from a URL to something else
	dash                             // a dash between a URL and something else, or a bullet
	placeholder                      // something else is meant to stand in its place
	registrant                       // what a subtype of a media type begins with
	registry                         // of images of containers, in the domain io
	operator                         // between strings in code
	reference                        // the name of a character reference of HTML that is found in URLs
	member                           // it follows a dot in programs (value.map) or is the name of a site (maps.google), rarely a top-level domain
)

// has reports whether a word is of one of some kinds, in whatever case.
func (k wordKind) has(word []byte) bool {
	const longest = 24
	var lower [longest]byte
	if len(word) > longest {
		return false
	}
	for i, b := range word {
		lower[i] = char.Lower(b)
	}
	return kindOf(lower[:len(word)])&k != 0
}

// kindOf returns the kinds of a word in lower case.
func kindOf(word []byte) wordKind {
	switch string(word) {
	case "com", "edu", "gov", "net", "org":
		return common | domain
	case "corp", "example", "home", "internal", "invalid", "lan", "local", "localhost", "test":
		return domain
	case "bar", "box", "call", "dot", "foo", "map", "new", "next", "now", "open", "play", "prof", "read", "save", "search", "select", "show",
		"stream", "style", "tab", "zero", // top-level domains, too
		"amazon", "android", "apple", "bbc", "bing", "bloomberg", "google", "microsoft", "netflix", "yahoo", "youtube":
		return member
	case "news":
		return domain | document
	case "properties":
		return domain | extension
	case "7z", "abnf", "asp", "aspx", "avi", "bak", "bat", "bib", "bin", "bmp", "bz2", "c", "cfg", "cfm", "cgi", "class",
		"conf", "cpp", "cs", "css", "csv", "dat", "db", "dll", "doc", "docx", "eot", "epub", "exe", "flac", "gif", "go",
		"gz", "h", "hpp", "htm", "html", "ico", "ini", "ipynb", "iso", "jar", "java", "jpeg", "jpg", "js", "json",
		"jsonl", "jsp", "jsx", "ldif", "less", "lock", "log", "lua", "m3u8", "mkv", "mp3", "mp4", "mpg", "nc", "nt",
		"odp", "ods", "odt", "ogg", "otf", "owl", "parquet", "pdf", "php", "phtml", "pkl", "png", "pom", "ppt", "pptx",
		"psd", "py", "qml", "rar", "rb", "rdf", "rst", "rtf", "scss", "sql", "svg", "svgz", "swf", "tar", "tex", "tgz",
		"tif", "tiff", "toml", "tsv", "tsx", "ttf", "ttl", "txt", "vue", "wasm", "wav", "webm", "webmanifest", "webp",
		"wmv", "woff", "woff2", "wsdl", "xht", "xhtml", "xls", "xlsx", "xml", "xpi", "xsd", "xsl", "xslt", "xz", "yaml",
		"yml":
		return extension
	case "md", "mov", "ps", "rs", "sh", "zip":
		return ambiguous
	case "branch", "date", "domain", "file", "filename", "id", "key", "name", "number", "owner", "path", "project",
		"repo", "slug", "title", "token", "url", "user", "username", "version", "your":
		return placeholder
	case "prs", "vnd":
		return registrant
	case "docker", "gcr", "ghcr", "quay":
		return registry
	case "authors", "changelog", "changes", "contributing", "index", "install", "license", "readme", "todo":
		return document
	case "accessed", "archived", "are", "as", "checked", "has", "have", "is", "retrieved", "see", "via", "viewed",
		"visited", "was", "were", "when", "where", "which", "who":
		return joining
	case "or":
		return joining | function
	case "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with":
		return function
	case "-->", "->", "<-", "=>", "|", "→", "⇒":
		return arrow
	case "*", "-", "--", "~", "·", "–", "—", "•":
		return dash
	case "&&", "+", "==", "??", "||":
		return operator
	case "amp", "apos", "gt", "lt", "nbsp", "quot":
		return reference
	}
	if toplevel.Has(word) {
		return domain
	}
	return 0
}
