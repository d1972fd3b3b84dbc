package main

import (
	"math/rand/v2"
	"strings"
)

type rule struct {
	name    string
	grammar string   // file in the folder of module iri
	imports string   // file with rules that the grammar lacks, or ""
	spans   string   // rules whose spans ParseX returns
	words   []string // a string has one of each, separated by commas, with %2C for a comma
}

var rules = []rule{
	{"set-cookie-string", "grammars/cookie.abnf", "", "cookie-name,cookie-value,cookie-av", []string{
		"SID=,lang=,__Host-id=,csrftoken=,a=", "31d4d96e407aad42,en-US,,1,AbCdEf0123456789", ",,; Path=/,; Path=/docs", ",; Secure,; Secure",
		",; HttpOnly", ",,; SameSite=Lax,; SameSite=Strict,; Max-Age=3600,; Domain=example.com",
	}},
	{"date-time", "grammars/date-time.abnf", "", "full-date,partial-time,time-offset", []string{
		"1970,1985,1999,2003,2011,2024,2038", "-01,-02,-03,-05,-08,-10,-12", "-01,-07,-12,-19,-28", "T00,T03,T09,T12,T17,T23",
		":00,:05,:17,:30,:59", ":00,:11,:28,:45,:59", ",,.5,.123,.123456,.000000001", "Z,Z,Z,+01:00,-08:00,+05:30",
	}},
	{"media-type", "grammars/media-type.abnf", "", "type,subtype,parameter-name,parameter-value", []string{
		"text/,application/,image/,audio/,multipart/,model/,font/",
		"html,plain,json,xml,png,svg+xml,vnd.api+json,vnd.ms-excel,x-www-form-urlencoded,octet-stream,ld+json,form-data",
		`,,;charset=utf-8,; charset=UTF-8,; q=0.9,;boundary=----WebKitFormBoundary7MA4YWxk,;profile="a;b\"c"`,
		",,; q=0.5,;version=2,; charset=iso-8859-1,; profile=x",
	}},
	{"langtag", "grammars/language-tag.abnf", "", "language,script,region", []string{
		"en,de,fr,zh,ja,es,pt,ar,hi,sr,sl,hy,mn,yue,gsw,zh-cmn", ",,,-Latn,-Hans,-Cyrl,-Arab", ",-US,-DE,-CN,-419,-BR,-ZZ,-001",
		",,,-rozaj-biske,-1996,-u-co-phonebk,-t-jp-x0-abc", ",,,,-x-private-use",
	}},
	{"URI-Template", "grammars/uri-template.abnf", "tables/rfc3987.abnf", "expression,operator,variable-list", []string{
		"http://example.com,https://api.example.org,{+base},", "/users,/search,/repos{/owner},{/path*},/map,/été", "/{id},/{user}/,{/list:3%2Crest*},{;x},",
		"/items,/%C3%A9,.json,{.format},", ",,{?q%2Clang},{?page%2Csize%2Csort:12},{&x%2Cy*},{?fields*},{#section},#top,",
	}},
	{"namestring", "grammars/urn.abnf", "tables/rfc3986.abnf", "assigned-name,NID,NSS,f-component", []string{
		"urn:,URN:", "example:,isbn:,ietf:,uuid:,oasis:,lex:,nbn:", "rfc:,0451450523,f81d4fae-7dec-11d0-a765-00a0c91e6bf6,names:specification:docbook:,de:bvb:,a123/",
		"2648,z456,foo-bar,%C3%A9,dtd:xml", ",,,?+res,?=weather,?+a?=b/c", ",,,#part,#chapter-3",
	}},
	{"IRI", "tables/rfc3987.abnf", "", "scheme,iauthority,ihost,port,iquery,ifragment", []string{
		"https://,http://,https://www.,http://api.,https://user@", "example,wiki,intranet,static-assets,a,münchen,東京",
		".com,.org,.net,.co.uk,.de:8080", "/,/wiki,/index,/posts,/tag/%C3%A9t%C3%A9,/été", ",/a-b_c,/~u,/12345,/2024/05/items,/東京",
		",.html,/edit,.tar.gz", ",,,?q=1,?page=2&size=50,?x=%20/y", ",,,#top,#section-3",
	}},
}

func (r *rule) identifier() string { return strings.ReplaceAll(strings.ToLower(r.name), "-", "") }

// numStrings is so large that no branch predictor learns the strings of a rule.
const numStrings = 2000

func (r *rule) strings() (list []string) {
	random := rand.New(rand.NewPCG(5234, 7405))
	for range numStrings {
		var b strings.Builder
		for _, words := range r.words {
			all := strings.Split(words, ",")
			b.WriteString(strings.ReplaceAll(all[random.IntN(len(all))], "%2C", ","))
		}
		list = append(list, b.String())
	}
	return list
}
