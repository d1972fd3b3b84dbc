package lint

import "slices"

// These are the words that checks know. None of them decides what is valid.

// webSchemes are the schemes that people write most, the longer one first.
var webSchemes = [...]string{"https", "http"}

// networkSchemes are those of protocols whose hosts are resolved, also after a plus sign, as in git+ssh. The empty one is that of
// relative references.
var networkSchemes = []string{"", "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "git", "svn"}

// nearSchemes are schemes that look like mistyped ones.
var nearSchemes = []string{"httpg", "httpmu", "httpu", "httpx", "shttp", "rhttp", "hxxp", "hxxps"}

// urlLabels are words that people write before a URL.
var urlLabels = []string{"homepage", "link", "site", "uri", "url", "web", "website"}

// mailDomains are domains of mail addresses that work on one machine, or stand for another.
var mailDomains = []string{"localhost", "domain", "example", "host", "hostname", "server"}

// proxyWords are in the names of hosts that take a URL as their path.
var proxyWords = [...]string{
	"12ft", "archive", "arquivo", "badgesize", "cors", "esm.", "freedium", "hypothes", "jina", "memento", "mirror", "outline.", "paywall",
	"perma", "proxy", "sci-hub", "scribe.", "translate", "txtify", "validator", "via.", "webcache",
}

// archiveWords are in the paths of hosts that keep copies of other sites.
var archiveWords = [...]string{"archive", "arquivo", "memento", "wayback", "webcache", "static.googleusercontent."}

// wrappers are the pages of sites that redirect to a URL in their query.
var wrappers = [...]struct{ host, path string }{
	{"www.google.", "/url"}, {"scholar.google.", "/scholar_url"}, {"www.youtube.", "/redirect"}, {"l.facebook.", "/l.php"},
	{"lm.facebook.", "/l.php"}, {"www.facebook.", "/l.php"}, {"outlook.live.com", "/owa/redir"}, {"l.instagram.", "/"}, {"slack-redir.net", "/link"}, {"vk.com", "/away.php"},
	{"steamcommunity.com", "/linkfilter"}, {"out.reddit.com", "/"}, {"urldefense.", "/v"}, {"t.umblr.com", "/redirect"},
	{"duckduckgo.com", "/l/"}, {"www.bing.com", "/ck/"}, {"www.linkedin.com", "/redir/"}, {"href.li", "/"},
}

// mailFilter is in the names of hosts that wrap the links of mails.
const mailFilter = ".safelinks.protection.outlook."

// webhooks are the paths of services whose last part is the secret.
var webhooks = [...]struct{ host, path string }{
	{"hooks.slack.com", "/services/"}, {"hooks.slack.com", "/workflows/"}, {"discord.com", "/api/webhooks/"}, {"discordapp.com", "/api/webhooks/"},
	{"hooks.zapier.com", "/hooks/catch/"}, {"api.telegram.org", "/bot"}, {"maker.ifttt.com", "/trigger/"},
	{"open.feishu.cn", "/open-apis/bot/"}, {"outlook.office.com", "/webhook/"}, {"chat.googleapis.com", "/v1/spaces/"},
}

// webhookSuffix is what the hosts of a service of webhooks end in.
const webhookSuffix = ".webhook.office.com"

// tokenPrefixes are what tokens of well-known services begin with, and how long they are at least.
var tokenPrefixes = [...]struct {
	prefix string
	length int
}{
	{"ghp_", 30}, {"gho_", 30}, {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 40}, {"glpat-", 24}, {"gldt-", 24}, {"glsa_", 30},
	{"xoxa-", 20}, {"xoxb-", 20}, {"xoxp-", 20}, {"xoxr-", 20}, {"xoxs-", 20}, {"AKIA", 20}, {"ASIA", 20}, {"AIza", 35}, {"ya29.", 30},
	{"sk_live_", 24}, {"rk_live_", 24}, {"sk-ant-", 30}, {"sk-proj-", 30}, {"npm_", 30}, {"pypi-", 50}, {"SG.", 40}, {"dop_v1_", 40},
	{"hf_", 30}, {"shpat_", 32}, {"eyJhbGciOi", 40}, {"dckr_pat_", 24},
}

// secretNames are the names of parameters with a secret, or what follows the last hyphen, underscore or dot of such names. Function
// mayBeSecret knows their last letters.
var secretNames = []string{
	"apikey", "auth", "cftoken", "jsessionid", "key", "passwd", "password", "phpsessid", "secret", "sessionid", "sessid", "sig", "subscriptionkey", "token",
	"accesstoken", "authtoken", "clientsecret", "sid",
}

// keyHosts have hosts of documents whose address has a key.
var keyHosts = [...]string{"docs.google.com", "spreadsheets.google.com", "spreadsheets0.google.com", "prezi.com"}

// publicWords are words in the hosts and paths of URLs whose key everybody gets: those of feeds, and what browsers load.
var publicWords = []string{
	"feed", "feeds", "gtfs", "netex", "siri", "gbfs", "rss", "podcast", "podcasts", "ics", "ical", "calendar", "calendars", "widget", "widgets", "embed",
}

// exampleWords are in passwords and secrets that stand for another.
var exampleWords = [...]string{
	"password", "passwd", "secret", "example", "your", "changeme", "change-me", "change_me", "placeholder", "dummy", "redacted", "****",
	"sample", "token", "api-key", "api_key", "apikey", "foobar",
}

// fillerWords are in values that stand for a secret. In random texts they are rare. The last is in the token that all show.
var fillerWords = [...]string{"test", "fake", "demo", "deadbeef", "eyjzdwiioiixmjm0nty3odkw"}

// pageWords are in names of parameters with the token of a page of results, or of a page that somebody shares or comes from.
var pageWords = [...]string{"page", "next", "continuation", "cursor", "referrer", "resume", "share", "sharing", "sync"}

// examplePasswords are passwords of examples.
var examplePasswords = []string{"bar", "foo", "guest", "pass", "pw", "pwd", "psw", "tiger", "user", "test", "p", "x", "abc", "xxx", "***", "..."}

// proxyEnds are what the value of GOPROXY has after a URL.
var proxyEnds = [...]string{",direct", ",off"}

// exampleDomains are reserved (RFC 2606, RFC 6761, RFC 6762 and RFC 9476), or not of the public network.
var exampleDomains = [...]string{
	"example.com", "example.org", "example.net", "example", "test", "invalid", "localhost", "local", "internal", "localdomain", "lan", "home.arpa",
}

// ownFolders are where systems keep the folders of users.
var ownFolders = [...]string{"users/", "home/", "documents%20and%20settings/"}

// folderNames stand for the name of somebody.
var folderNames = []string{
	"user", "username", "you", "yourname", "your-name", "your_name", "me", "name", "foo", "example", "shared", "public", "runner", "vagrant", "alice", "bob", "john",
	"admin", "administrator", "app", "bar", "dev", "docker", "jane", "jdoe", "joe", "johndoe", "myuser", "node", "root", "someuser", "test", "ubuntu", "user1",
}

// entities are the names that HTML has for ASCII characters, and for the space that is most used.
var entities = [...]string{"amp;", "lt;", "gt;", "quot;", "apos;", "nbsp;"}

// pairs has the brackets and quotation marks that come in pairs, as their openings and their ends.
var pairs = [...]struct{ open, end string }{
	{"(", ")"}, {"（", "）"}, {"［", "］"}, {"｛", "｝"}, {"【", "】"}, {"〔", "〕"}, {"〈", "〉"}, {"《", "》"}, {"「", "」"}, {"『", "』"},
	{"“", "”"}, {"„", "“"}, {"«", "»"}, {"‹", "›"}, {"＜", "＞"},
}

// ends is the punctuation that URLs do not end in. An ellipsis is in URLs that are cut on purpose. Titles end in full stops, question marks and exclamation marks.
var ends = [...]string{",", ";", "，", "。", "．", "､", "、", "；", "｡"}

// encodedBlanks are spaces and invisible characters that are percent-encoded. Joiners are not among them: words end in these.
var encodedBlanks = []string{"%20", "%09", "%0A", "%0D", "%C2%A0", "%E2%80%8B", "%E2%80%8E", "%E2%80%8F", "%EF%BB%BF", "%E3%80%80", "%E2%A0%80"}

// encodedQuotes are quotation marks and brackets that are percent-encoded: the mark, and what it has to begin with.
var encodedQuotes = [...]struct{ open, end string }{
	{"%22", "%22"}, {"%60", "%60"}, {"%27", "%27"}, {"%E2%80%9C", "%E2%80%9D"}, {"%3C", "%3E"}, {"%28", "%29"}, {"%5B", "%5D"},
}

// knows reports whether a list has a word.
func knows(list []string, word string) bool { return slices.Contains(list, word) }
