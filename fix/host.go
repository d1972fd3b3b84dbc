package fix

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// localhost is a host without a dot that people mean.
const localhost = "localhost"

// isIn reports whether a set has a word of ASCII, in whatever case.
func isIn(set func([]byte) bool, word []byte) bool {
	const longest = 16
	var lower [longest]byte
	if len(word) > longest {
		return false
	}
	for i, b := range word {
		lower[i] = char.Lower(b)
	}
	return set(lower[:len(word)])
}

// isExtension reports whether names of files end in a word that is no top-level domain.
func isExtension(word []byte) bool {
	switch string(word) {
	case "7z", "abnf", "asp", "aspx", "avi", "bak", "bat", "bib", "bin", "bmp", "bz2", "c", "cfg", "cfm", "cgi",
		"class", "conf", "cpp", "cs", "css", "csv", "dat", "db", "dll", "doc", "docx", "eot", "epub", "exe", "flac",
		"gif", "go", "gz", "h", "hpp", "htm", "html", "ico", "ini", "ipynb", "iso", "jar", "java", "jpeg", "jpg", "js",
		"json", "jsonl", "jsp", "jsx", "ldif", "less", "lock", "log", "lua", "m3u8", "mkv", "mp3", "mp4", "mpg", "nc",
		"nt", "odp", "ods", "odt", "ogg", "otf", "owl", "parquet", "pdf", "php", "phtml", "pkl", "png", "pom", "ppt",
		"pptx", "properties", "psd", "py", "qml", "rar", "rb", "rdf", "rst", "rtf", "scss", "sql", "svg", "svgz",
		"swf", "tar", "tex", "tgz", "tif", "tiff", "toml", "tsv", "tsx", "ttf", "ttl", "txt", "vue", "wasm", "wav",
		"webm", "webmanifest", "webp", "wmv", "woff", "woff2", "wsdl", "xht", "xhtml", "xls", "xlsx", "xml", "xpi",
		"xsd", "xsl", "xslt", "xz", "yaml", "yml":
		return true
	}
	return false
}

// isAmbiguous reports whether names of files end in a word that is a top-level domain, too. A name of two labels that ends
// in one is that of a file unless something follows it.
func isAmbiguous(word []byte) bool {
	switch string(word) {
	case "md", "mov", "ps", "rs", "sh", "zip":
		return true
	}
	return false
}

// isNameOfFile reports whether a word is the name of a file that has various extensions.
func isNameOfFile(word []byte) bool {
	switch string(word) {
	case "authors", "changelog", "changes", "contributing", "index", "install", "license", "news", "readme", "todo":
		return true
	}
	return false
}

// isDomain reports whether a word is a top-level domain in which a name may end that neither begins with www nor has a port or
// a path after it. All of two letters are such, too, and those that are not ASCII.
func isDomain(word []byte) bool {
	switch string(word) {
	case "academy", "aero", "africa", "agency", "amsterdam", "apartments", "app", "arpa", "art", "asia", "associates",
		"attorney", "auction", "bank", "bar", "bayern", "beer", "berlin", "best", "bet", "bike", "bio", "biz", "blog",
		"boutique", "brussels", "builders", "business", "buzz", "bzh", "cab", "cafe", "cam", "camera", "camp",
		"capetown", "capital", "care", "careers", "casino", "cat", "center", "chat", "cheap", "church", "city",
		"cleaning", "click", "clinic", "clothing", "cloud", "club", "coach", "codes", "coffee", "college", "com",
		"community", "company", "computer", "construction", "consulting", "contact", "contractors", "cool", "coop",
		"corp", "courses", "credit", "cyou", "dance", "date", "deals", "delivery", "democrat", "dental", "dentist",
		"design", "dev", "diamonds", "digital", "direct", "directory", "discount", "doctor", "dog", "domains",
		"download", "durban", "earth", "eco", "edu", "education", "email", "energy", "engineer", "engineering",
		"enterprises", "equipment", "estate", "eus", "events", "example", "exchange", "expert", "express", "fail",
		"family", "fans", "farm", "fashion", "film", "finance", "fish", "fit", "fitness", "flights", "florist",
		"flowers", "football", "forsale", "foundation", "frl", "fun", "fund", "furniture", "fyi", "gal", "gallery",
		"games", "garden", "gift", "gifts", "gives", "glass", "global", "gmbh", "gold", "golf", "gov", "graphics",
		"gratis", "green", "group", "guide", "guru", "hamburg", "haus", "health", "healthcare", "help", "hiphop",
		"hiv", "holdings", "holiday", "home", "homes", "horse", "hospital", "host", "hosting", "house", "icu", "immo",
		"inc", "industries", "info", "ink", "institute", "insure", "int", "internal", "international", "invalid",
		"investments", "io", "irish", "istanbul", "jetzt", "jewelry", "jobs", "joburg", "kaufen", "kim", "kitchen",
		"kiwi", "koeln", "krd", "lan", "land", "lat", "lawyer", "lease", "legal", "lgbt", "life", "lighting",
		"limited", "limo", "link", "live", "llc", "loan", "loans", "local", "localhost", "lol", "london", "love",
		"ltd", "ltda", "maison", "management", "market", "marketing", "markets", "mba", "media", "melbourne",
		"memorial", "men", "mil", "mobi", "moda", "moe", "mom", "money", "monster", "mortgage", "moscow", "museum",
		"navy", "net", "network", "news", "ngo", "ninja", "nrw", "nyc", "observer", "okinawa", "one", "ong", "online",
		"org", "osaka", "page", "paris", "partners", "parts", "party", "pet", "photo", "photography", "photos", "pics",
		"pink", "pizza", "place", "plumbing", "plus", "porn", "post", "press", "pro", "productions", "properties",
		"property", "pub", "quebec", "quest", "recipes", "red", "rehab", "reise", "reisen", "rent", "rentals",
		"repair", "report", "republican", "restaurant", "review", "reviews", "rich", "rio", "rip", "rocks", "ruhr",
		"run", "ryukyu", "saarland", "sale", "sarl", "school", "schule", "science", "scot", "security", "services",
		"sexy", "shoes", "shop", "show", "singles", "site", "soccer", "social", "software", "solar", "solutions",
		"space", "srl", "store", "stream", "studio", "study", "style", "supply", "support", "surf", "surgery", "swiss",
		"sydney", "systems", "tatar", "tattoo", "tax", "taxi", "team", "tech", "technology", "tel", "tennis", "test",
		"theater", "tienda", "tips", "tires", "tirol", "today", "tokyo", "tools", "top", "toronto", "tours", "town",
		"toys", "trade", "trading", "training", "travel", "tube", "university", "vegas", "ventures", "versicherung",
		"vet", "viajes", "video", "villas", "vin", "vip", "vision", "vlaanderen", "vote", "voyage", "wales", "watch",
		"webcam", "website", "wedding", "wien", "wiki", "win", "wine", "work", "works", "world", "wtf", "xxx", "xyz",
		"yoga", "yokohama", "zone", "zuerich":
		return true
	}
	return false
}

// isCommon reports whether a word is one of the most common top-level domains.
func isCommon(word []byte) bool {
	switch string(word) {
	case "com", "edu", "gov", "net", "org":
		return true
	}
	return false
}

// hasFileExtension reports whether a path ends like the name of a file.
func hasFileExtension(path []byte) bool {
	dot := bytes.LastIndexByte(path, '.')
	return dot >= 0 && (isIn(isExtension, path[dot+1:]) || isIn(isAmbiguous, path[dot+1:]))
}

// hostReading returns 0 if an authority without userinfo is that of a host that people mean: localhost, an IP address or
// a name of DNS, and perhaps a port. Otherwise it returns what it may be. A name that is not alone has a path or a query after
// it.
func hostReading(authority []byte, alone bool) reading {
	if len(authority) > 0 && (authority[0]-'0' < 10 || authority[0] == '[') && isAddress(authority) {
		return 0
	}
	name := readName(authority)
	if rest := authority[name.size:]; len(rest) > 0 {
		switch {
		case bytes.IndexByte(rest, '@') >= 0:
			return asEmail
		case bytes.IndexByte(rest, '*') >= 0:
			return asPattern
		case rest[0] != ':', len(rest) == 1, !dfa.Match(language.Port.Automaton, rest[1:]):
			return asDottedName
		}
		alone = false
	}
	if name.labels == 1 && char.EqualFold(name.last, localhost) {
		return 0
	}
	return name.reading(alone)
}

// isAlone reports whether what follows an authority has no path.
func isAlone(rest []byte) bool { return len(rest) == 0 || !char.IsSlash(rest[0]) }

// isAddress reports whether an authority is an IP address, and perhaps a port.
func isAddress(s []byte) bool {
	if s[0] == '[' {
		return true // anything else in brackets is an error
	}
	n := dfa.Prefix(language.IPv4Address.Automaton, s)
	return n > 0 && (n == len(s) || s[n] == ':')
}

// A name is what an authority begins with.
type name struct {
	size                int // with a dot at the end
	labels              int
	first, second, last []byte // labels, the second being the one before the last
	ok                  bool   // the labels may be those of DNS
}

// readName reads labels of letters, digits, inner hyphens and, save in the last two, underscores.
func readName(s []byte) name {
	n := name{ok: true}
	begin, underscored, all := 0, -1, byte(0)
	for i := 0; ; i++ {
		b := byte(0)
		if i < len(s) {
			b = s[i]
		}
		all |= b
		switch {
		case isAlphanumeric(b), b == '-', b >= utf8.RuneSelf:
			continue
		case b == '_':
			underscored = n.labels
			continue
		}
		if i > begin || b == '.' || n.labels == 0 { // no dot at the end
			n.add(s[begin:i])
		}
		if begin = i + 1; b != '.' {
			n.size = i
			break
		}
	}
	n.ok = n.ok && (underscored < 0 || underscored < n.labels-2) && (all < utf8.RuneSelf || !bytes.ContainsFunc(s[:n.size], isNoLabel))
	return n
}

// add adds a label.
func (n *name) add(label []byte) {
	size := len(label)
	n.ok = n.ok && size > 0 && label[0] != '-' && label[size-1] != '-'
	if n.labels == 0 {
		n.first = label
	}
	n.labels, n.second, n.last = n.labels+1, n.last, label
}

// reading is hostReading for a name.
func (n *name) reading(alone bool) reading {
	switch {
	case n.labels == 1, !n.ok, len(n.last) == 1, !endsLikeDNS(n.last):
		return asDottedName
	case char.EqualFold(n.first, "www"):
		return 0
	case isReversed(n.first, n.last):
		return asDottedName
	case n.labels == 2 && isIn(isNameOfFile, n.first), isIn(isExtension, n.last) && (n.labels == 2 || !isIn(isCommon, n.second)), alone && n.labels == 2 && isIn(isAmbiguous, n.last):
		return asFileName
	case hasPrefixFold(n.first, http) && (webAtEnd(n.first) == len(n.first) || hasPrefixFold(n.first[len(n.first)-3:], "www")): // without a colon
		return asDottedName
	case !alone, len(n.last) == 2, isIn(isDomain, n.last), isForeign(n.last):
		return 0
	}
	return asDottedName
}

// isForeign reports whether a label has characters that are not ASCII, or is such a label in ASCII.
func isForeign(label []byte) bool { return hasPrefixFold(label, "xn--") || !char.IsASCII(label) }

// isReversed reports whether a name is that of a program, such as org.example.program: it begins with a top-level domain, and
// ends in none that is as common.
func isReversed(first, last []byte) bool {
	return isIn(isCommon, first) && len(last) > 2 && !isIn(isCommon, last)
}

// endsLikeDNS reports whether a label may be a top-level domain.
func endsLikeDNS(label []byte) bool {
	for _, b := range label {
		if char.Lower(b)-'a' >= 26 {
			return hasPrefixFold(label, "xn--") || b >= utf8.RuneSelf && !bytes.ContainsFunc(label, unicode.IsDigit)
		}
	}
	return true
}

// isNoLabel reports whether a character is in no name.
func isNoLabel(c rune) bool {
	return c != '-' && c != '_' && c != '.' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) || c == utf8.RuneError
}
