package lint

import "slices"

// Words known to checks. None of them affects validity.

// webSchemes are the most common schemes, the longer one first.
var webSchemes = [...]string{"https", "http"}

// networkSchemes are schemes of protocols with hosts, possibly after a plus sign, as in git+ssh. The empty one is for
// relative references.
var networkSchemes = []string{"", "http", "https", "ws", "wss", "ftp", "ftps", "sftp", "ssh", "git", "svn"}

// nearSchemes look like mistyped http or https, but exist.
var nearSchemes = []string{"httpg", "httpmu", "httpu", "httpx", "shttp", "rhttp", "hxxp", "hxxps"}

// urlLabels are words that people write before a URL.
var urlLabels = []string{"homepage", "link", "site", "uri", "url", "web", "website"}

// mailDomains are domains of mail addresses on one machine, or of examples.
var mailDomains = []string{"localhost", "domain", "example", "host", "hostname", "server"}

// proxyWords occur in hosts that take a URL as path.
var proxyWords = [...]string{
	"12ft", "archive", "arquivo", "badgesize", "cors", "esm.", "freedium", "hypothes", "jina", "memento", "mirror", "outline.", "paywall",
	"perma", "proxy", "sci-hub", "scribe.", "translate", "txtify", "validator", "via.", "webcache",
}

// archiveWords occur in hosts that archive other sites.
var archiveWords = [...]string{"archive", "arquivo", "memento", "wayback", "webcache", "static.googleusercontent."}

// wrappers are pages that redirect to a URL in their query.
var wrappers = [...]struct{ host, path string }{
	{"www.google.", "/url"}, {"scholar.google.", "/scholar_url"}, {"www.youtube.", "/redirect"}, {"l.facebook.", "/l.php"},
	{"lm.facebook.", "/l.php"}, {"www.facebook.", "/l.php"}, {"outlook.live.com", "/owa/redir"}, {"l.instagram.", "/"}, {"slack-redir.net", "/link"}, {"vk.com", "/away.php"},
	{"steamcommunity.com", "/linkfilter"}, {"out.reddit.com", "/"}, {"urldefense.", "/v"}, {"t.umblr.com", "/redirect"},
	{"duckduckgo.com", "/l/"}, {"www.bing.com", "/ck/"}, {"www.linkedin.com", "/redir/"}, {"href.li", "/"},
}

// mailFilter occurs in hosts that wrap the links of mails.
const mailFilter = ".safelinks.protection.outlook."

// webhooks are services and paths of webhooks. The rest of the path is secret.
var webhooks = [...]struct{ host, path string }{
	{"hooks.slack.com", "/services/"}, {"hooks.slack.com", "/workflows/"}, {"discord.com", "/api/webhooks/"}, {"discordapp.com", "/api/webhooks/"},
	{"hooks.zapier.com", "/hooks/catch/"}, {"api.telegram.org", "/bot"}, {"maker.ifttt.com", "/trigger/"},
	{"open.feishu.cn", "/open-apis/bot/"}, {"outlook.office.com", "/webhook/"}, {"chat.googleapis.com", "/v1/spaces/"},
}

const webhookSuffix = ".webhook.office.com"

// tokenPrefixes are prefixes and minimum lengths of tokens of well-known services.
var tokenPrefixes = [...]struct {
	prefix string
	length int
}{
	{"ghp_", 30}, {"gho_", 30}, {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30}, {"github_pat_", 40}, {"glpat-", 24}, {"gldt-", 24}, {"glsa_", 30},
	{"xoxa-", 20}, {"xoxb-", 20}, {"xoxp-", 20}, {"xoxr-", 20}, {"xoxs-", 20}, {"AKIA", 20}, {"ASIA", 20}, {"AIza", 35}, {"ya29.", 30},
	{"sk_live_", 24}, {"rk_live_", 24}, {"sk-ant-", 30}, {"sk-proj-", 30}, {"npm_", 30}, {"pypi-", 50}, {"SG.", 40}, {"dop_v1_", 40},
	{"hf_", 30}, {"shpat_", 32}, {"eyJhbGciOi", 40}, {"dckr_pat_", 24},
}

// secretNames are parameter names of secrets, or their parts after the last hyphen, underscore or dot. mayBeSecret knows
// their last letters: change both.
var secretNames = []string{
	"apikey", "auth", "cftoken", "jsessionid", "key", "passwd", "password", "phpsessid", "secret", "sessionid", "sessid", "sig", "subscriptionkey", "token",
	"accesstoken", "authtoken", "clientsecret", "sid",
}

// keyHosts are hosts of documents whose addresses contain a key.
var keyHosts = [...]string{"docs.google.com", "spreadsheets.google.com", "spreadsheets0.google.com", "prezi.com"}

// publicWords occur in hosts and paths of URLs whose key is public: of feeds, and of resources loaded by browsers.
var publicWords = []string{
	"feed", "feeds", "gtfs", "netex", "siri", "gbfs", "rss", "podcast", "podcasts", "ics", "ical", "calendar", "calendars", "widget", "widgets", "embed",
}

// exampleWords occur in placeholders of passwords and secrets.
var exampleWords = [...]string{
	"password", "passwd", "secret", "example", "your", "changeme", "change-me", "change_me", "placeholder", "dummy", "redacted", "****",
	"sample", "token", "api-key", "api_key", "apikey", "foobar",
}

// fillerWords occur in fake secrets, and rarely in random ones. The last one is in the example token of JWT.
var fillerWords = [...]string{"test", "fake", "demo", "deadbeef", "eyjzdwiioiixmjm0nty3odkw"}

// pageWords occur in names of parameters that identify a page: of results, shared or referring.
var pageWords = [...]string{"page", "next", "continuation", "cursor", "referrer", "resume", "share", "sharing", "sync"}

var examplePasswords = []string{"bar", "foo", "guest", "pass", "pw", "pwd", "psw", "tiger", "user", "test", "p", "x", "abc", "xxx", "***", "..."}

// proxyEnds may follow a URL in the value of GOPROXY.
var proxyEnds = [...]string{",direct", ",off"}

// exampleDomains are reserved (RFC 2606, RFC 6761, RFC 6762 and RFC 9476), or not public.
var exampleDomains = [...]string{
	"example.com", "example.org", "example.net", "example", "test", "invalid", "localhost", "local", "internal", "localdomain", "lan", "home.arpa",
}

// ownFolders contain the home folders of users.
var ownFolders = [...]string{"users/", "home/", "documents%20and%20settings/"}

// folderNames are placeholders for user names, and shared accounts.
var folderNames = []string{
	"user", "username", "you", "yourname", "your-name", "your_name", "me", "name", "foo", "example", "shared", "public", "runner", "vagrant", "alice", "bob", "john",
	"admin", "administrator", "app", "bar", "dev", "docker", "jane", "jdoe", "joe", "johndoe", "myuser", "node", "root", "someuser", "test", "ubuntu", "user1",
}

// entities are the HTML names of ASCII characters and of the common space.
var entities = [...]string{"amp;", "lt;", "gt;", "quot;", "apos;", "nbsp;"}

var pairs = [...]struct{ open, end string }{
	{"(", ")"}, {"（", "）"}, {"［", "］"}, {"｛", "｝"}, {"【", "】"}, {"〔", "〕"}, {"〈", "〉"}, {"《", "》"}, {"「", "」"}, {"『", "』"},
	{"“", "”"}, {"„", "“"}, {"«", "»"}, {"‹", "›"}, {"＜", "＞"},
}

// ends is the punctuation that URLs do not end in. It lacks the ellipsis, which marks URLs cut on purpose, and full stops,
// question marks and exclamation marks, which end titles.
var ends = [...]string{",", ";", "，", "。", "．", "､", "、", "；", "｡"}

// encodedBlanks are percent-encoded spaces and invisible characters, but not joiners, in which words may end.
var encodedBlanks = []string{"%20", "%09", "%0A", "%0D", "%C2%A0", "%E2%80%8B", "%E2%80%8E", "%E2%80%8F", "%EF%BB%BF", "%E3%80%80", "%E2%A0%80"}

// encodedQuotes are percent-encoded quotation marks and brackets.
var encodedQuotes = [...]struct{ open, end string }{
	{"%22", "%22"}, {"%60", "%60"}, {"%27", "%27"}, {"%E2%80%9C", "%E2%80%9D"}, {"%3C", "%3E"}, {"%28", "%29"}, {"%5B", "%5D"},
}

func knows(list []string, word string) bool { return slices.Contains(list, word) }
