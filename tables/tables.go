// Package tables holds an automaton for each production of RFC 3987 and for those
// of RFC 3986 that RFC 3987 does not name alike, and for languages derived from
// them. It is data made from the grammars and equations beside it; package iri gives the
// automata idiomatic names.
//
// IRI, IRI-reference, absolute-IRI, irelative-ref and their counterparts of RFC
// 3986 carry marks: where ihier-part, iauthority, ihost, port, ipath-abempty,
// iquery and ifragment begin, in this order; the parts that errors name; and plans
// for fast paths. All others are plain.
//
// The .sum files describe the automata, a line each: name, states, byte classes,
// bytes of the table, SHA-256 of the binary form. Every rule has the line of its
// plain automaton; that of the marked one is called RULE+marks. RULE+plan has the
// bytes of the plan for fast paths and their SHA-256. Review them and the
// grammars; nobody reads tables.
package tables

//go:generate go run ../tools/abnfc derive -o ../internal/tables/languages.go -sum languages.sum languages/languages.eq
//go:generate go run ../tools/abnfc compile -tables -o ../internal/tables/rfc3987.go -sum rfc3987.sum -marked IRI,IRI-reference,absolute-IRI,irelative-ref -mark ihier-part,iauthority,ihost,port,ipath-abempty,iquery,ifragment -part scheme,iauthority,iuserinfo,ihost,port,IP-literal,ipath=ipath-abempty,ipath=ipath-absolute,ipath=ipath-noscheme,ipath=ipath-rootless,iquery,ifragment,pct-encoded -first iunreserved,unreserved,pct-encoded,sub-delims,gen-delims,iprivate,ucschar,ALPHA,DIGIT,HEXDIG rfc3987.abnf
//go:generate go run ../tools/abnfc compile -tables -o ../internal/tables/rfc3986.go -sum rfc3986.sum -marked URI,URI-reference,absolute-URI,relative-ref -mark hier-part,authority,host,port,path-abempty,query,fragment -part scheme,authority,userinfo,host,port,IP-literal,path=path-abempty,path=path-absolute,path=path-noscheme,path=path-rootless,query,fragment,pct-encoded -rule URI,hier-part,URI-reference,absolute-URI,relative-ref,relative-part,authority,userinfo,host,reg-name,path,path-abempty,path-absolute,path-noscheme,path-rootless,path-empty,segment,segment-nz,segment-nz-nc,pchar,query,fragment rfc3986.abnf
//go:generate go run ./generate
