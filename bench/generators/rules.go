package main

import (
	"math/rand/v2"
	"strings"
)

// A rule is what code is generated for.
type rule struct {
	name    string
	grammar string   // file, in the folder of module iri
	spans   string   // rules whose spans ParseX returns
	words   []string // a string is one of each; commas separate them
}

var rules = []rule{
	{"date-time", "grammars/date-time.abnf", "full-date,partial-time,time-offset", []string{
		"1970,1985,1999,2003,2011,2024,2038", "-01,-02,-03,-05,-08,-10,-12", "-01,-07,-12,-19,-28", "T00,T03,T09,T12,T17,T23",
		":00,:05,:17,:30,:59", ":00,:11,:28,:45,:59", ",,.5,.123,.123456,.000000001", "Z,Z,Z,+01:00,-08:00,+05:30",
	}},
	{"media-type", "grammars/media-type.abnf", "type,subtype,parameters", []string{
		"text/,application/,image/,audio/,multipart/,model/,font/",
		"html,plain,json,xml,png,svg+xml,vnd.api+json,vnd.ms-excel,x-www-form-urlencoded,octet-stream,ld+json,form-data",
		`,,;charset=utf-8,; charset=UTF-8,; q=0.9,;boundary=----WebKitFormBoundary7MA4YWxk,;profile="a;b\"c"`,
		",,; q=0.5,;version=2,; charset=iso-8859-1,; profile=x",
	}},
	{"langtag", "grammars/language-tag.abnf", "language,script,region", []string{
		"en,de,fr,zh,ja,es,pt,ar,hi,sr,sl,hy,mn,yue,gsw,zh-cmn", ",,,-Latn,-Hans,-Cyrl,-Arab", ",-US,-DE,-CN,-419,-BR,-ZZ,-001",
		",,,-rozaj-biske,-1996,-u-co-phonebk,-t-jp-x0-abc", ",,,,-x-private-use",
	}},
	{"IRI", "tables/rfc3987.abnf", "scheme,iauthority,ihost,port,iquery,ifragment", []string{
		"https://,http://,https://www.,http://api.,https://user@", "example,wiki,intranet,static-assets,a,münchen,東京",
		".com,.org,.net,.co.uk,.de:8080", "/,/wiki,/index,/posts,/tag/%C3%A9t%C3%A9,/été", ",/a-b_c,/~u,/12345,/2024/05/items,/東京",
		",.html,/edit,.tar.gz", ",,,?q=1,?page=2&size=50,?x=%20/y", ",,,#top,#section-3",
	}},
}

// identifier returns the name as it can stand in that of a package.
func (r *rule) identifier() string { return strings.ReplaceAll(strings.ToLower(r.name), "-", "") }

// strings returns 2,000 strings, the same in every run, so many that no branch predictor learns them.
func (r *rule) strings() (list []string) {
	random := rand.New(rand.NewPCG(5234, 7405))
	for range 2000 {
		var b strings.Builder
		for _, words := range r.words {
			all := strings.Split(words, ",")
			b.WriteString(all[random.IntN(len(all))])
		}
		list = append(list, b.String())
	}
	return list
}
