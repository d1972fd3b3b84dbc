package fix

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/toplevel"
)

// A wordKind is a set of kinds of words, one bit each.
type wordKind uint16

const (
	common    wordKind = 1 << iota // one of the most common top-level domains
	domain                         // a top-level domain or one of private networks, and nothing else; only these end a host without www, port and path
	extension                      // a file extension, and not a top-level domain
	ambiguous                      // a file extension and a top-level domain
	document                       // a file name with various extensions
	joining                        // it continues a sentence after a URL
	function
	arrow       // it points from a URL to something else
	dash        // a dash after a URL, or a bullet
	placeholder // a word to be replaced
	registrant  // the first part of subtypes of media types
	registry    // of container images, in the domain io
	operator
	reference // the name of an HTML character reference that occurs in URLs
	member    // it follows a dot in programs (value.map) or names a site (maps.google), and is rarely a top-level domain
)

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

func kindOf(word []byte) wordKind {
	switch string(word) {
	case "com", "edu", "gov", "net", "org":
		return common | domain
	case "bar", "box", "call", "dot", "foo", "map", "new", "next", "now", "open", "play", "prof", "read", "save", "search", "select", "show",
		"stream", "style", "tab", "zero", // also top-level domains
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
	if toplevel.Has(word) || toplevel.IsLocal(word) {
		return domain
	}
	return 0
}
