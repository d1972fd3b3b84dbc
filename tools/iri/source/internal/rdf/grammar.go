package rdf

import "sync"

// A symbol is a terminal or a rule.
type symbol uint8

// Rules, named as by the W3C. Some are factored to make the grammar LL(1): the continuations after a common prefix of
// alternatives are a rule of their own.
const (
	ntriples symbol = numTerminals + iota
	nquads
	turtle
	trig

	afterTriple
	afterQuad
	lineTriple
	lineSubject
	lineObject
	lineLiteral
	lineDatatype
	lineTripleTerm
	graphLabel
	lineVersion

	statement
	directive
	declared
	namespace
	newBase
	versionSpecifier
	triples
	triplesOfProperties
	subject
	predicateObjectList
	optionalProperties
	propertiesTail
	afterSemicolon
	verb
	objectList
	objectTail
	object
	objectOfProperties
	blankNode
	iriOrName
	collection
	items
	literal
	literalTail
	annotation
	reifierName
	tripleTerm
	tripleSubject
	tripleObject
	reifiedTriple
	reifiedSubject
	reifiedObject
	optionalReifier

	trigBlock
	graphOrTriples
	blockOfProperties
	label
	wrappedGraph
	graphBody
	afterTriples

	numSymbols
)

// names are names of symbols in errors, where they differ from the terminal. Rules without a name begin statements.
var names = [numSymbols]string{
	iriRef: "IRI", prefixLabel: "prefixed name", languageDirection: "language tag",
	doubleQuoted: "literal", singleQuoted: "literal", longQuoted: "literal",
	prefixWord: "PREFIX", baseWord: "BASE", versionWord: "VERSION", graphWord: "GRAPH",
	lineTriple: "triple", lineSubject: "subject", lineObject: "object",
	lineTripleTerm: "triple term",
	declared:       "prefix", namespace: "IRI", newBase: "IRI", versionSpecifier: "version",
	subject: "subject", predicateObjectList: "predicate", verb: "predicate",
	objectList: "object", object: "object", iriOrName: "IRI", blankNode: "blank node",
	tripleSubject: "subject", tripleObject: "object",
	reifiedSubject: "subject", reifiedObject: "object",
	label: "name of a graph", wrappedGraph: "graph",
	items: `object or ")"`, objectOfProperties: `predicate or "]"`,
	triplesOfProperties: `predicate or "]"`, blockOfProperties: `predicate or "]"`,
	graphOrTriples: "graph or predicate", graphBody: `subject or "}"`, afterTriples: `"." or "}"`,
}

func (s symbol) String() string {
	switch {
	case names[s] != "":
		return names[s]
	case s < numTerminals:
		return terminalNames[s]
	}
	return "statement"
}

// rules are the alternatives of each rule. An empty alternative is last and is the default. TestLL1 proves that the
// next terminal determines the alternative.
var rules = [numSymbols][][]symbol{
	// RDF 1.2 N-Triples and N-Quads.
	ntriples:    {{lineEnd, ntriples}, {lineTriple, dot, afterTriple}, {lineVersion, afterTriple}, {}},
	nquads:      {{lineEnd, nquads}, {lineTriple, graphLabel, dot, afterQuad}, {lineVersion, afterQuad}, {}},
	afterTriple: {{lineEnd, ntriples}, {}},
	afterQuad:   {{lineEnd, nquads}, {}},

	lineTriple:     {{lineSubject, iriRef, lineObject}},
	lineSubject:    {{iriRef}, {blankNodeLabel}},
	lineObject:     {{iriRef}, {blankNodeLabel}, {lineLiteral}, {lineTripleTerm}},
	lineLiteral:    {{doubleQuoted, lineDatatype}},
	lineDatatype:   {{datatypeMark, iriRef}, {languageDirection}, {}},
	lineTripleTerm: {{tripleOpen, lineTriple, tripleClose}},
	graphLabel:     {{iriRef}, {blankNodeLabel}, {}},
	lineVersion:    {{versionWord, doubleQuoted}},

	// RDF 1.2 Turtle.
	turtle:    {{statement, turtle}, {}},
	statement: {{directive}, {triples, dot}},
	directive: {
		{atPrefix, declared, namespace, dot}, {atBase, newBase, dot}, {atVersion, versionSpecifier, dot},
		{prefixWord, declared, namespace}, {baseWord, newBase}, {versionWord, versionSpecifier},
	},
	declared:         {{prefixLabel}},
	namespace:        {{iriRef}},
	newBase:          {{iriRef}},
	versionSpecifier: {{doubleQuoted}, {singleQuoted}},

	triples: {
		{subject, predicateObjectList}, {propertiesOpen, triplesOfProperties},
		{reifiedTriple, optionalProperties},
	},
	triplesOfProperties: {{propertiesClose, predicateObjectList}, {predicateObjectList, propertiesClose, optionalProperties}},
	subject:             {{iriOrName}, {blankNodeLabel}, {collection}},
	predicateObjectList: {{verb, objectList, propertiesTail}},
	optionalProperties:  {{predicateObjectList}, {}},
	propertiesTail:      {{semicolon, afterSemicolon}, {}},
	afterSemicolon:      {{verb, objectList, propertiesTail}, {semicolon, afterSemicolon}, {}},
	verb:                {{iriOrName}, {typeWord}},
	objectList:          {{object, annotation, objectTail}},
	objectTail:          {{comma, object, annotation, objectTail}, {}},
	object: {
		{iriOrName}, {blankNodeLabel}, {literal}, {propertiesOpen, objectOfProperties}, {collection},
		{tripleTerm}, {reifiedTriple},
	},
	objectOfProperties: {{propertiesClose}, {predicateObjectList, propertiesClose}},
	blankNode:          {{blankNodeLabel}, {propertiesOpen, propertiesClose}},
	iriOrName:          {{iriRef}, {prefixedName}, {prefixLabel}},
	collection:         {{listOpen, items}},
	items:              {{listClose}, {object, items}},
	literal:            {{doubleQuoted, literalTail}, {singleQuoted, literalTail}, {longQuoted, literalTail}, {number}, {boolean}},
	literalTail:        {{datatypeMark, iriOrName}, {languageDirection}, {atPrefix}, {atBase}, {atVersion}, {}},

	annotation: {
		{reifier, reifierName, annotation}, {annotationOpen, predicateObjectList, annotationClose, annotation}, {},
	},
	reifierName:     {{iriOrName}, {blankNode}, {}},
	tripleTerm:      {{tripleOpen, tripleSubject, verb, tripleObject, tripleClose}},
	tripleSubject:   {{iriOrName}, {blankNode}},
	tripleObject:    {{iriOrName}, {blankNode}, {literal}, {tripleTerm}},
	reifiedTriple:   {{reifiedOpen, reifiedSubject, verb, reifiedObject, optionalReifier, reifiedClose}},
	reifiedSubject:  {{iriOrName}, {blankNode}, {reifiedTriple}},
	reifiedObject:   {{iriOrName}, {blankNode}, {literal}, {tripleTerm}, {reifiedTriple}},
	optionalReifier: {{reifier, reifierName}, {}},

	// RDF 1.2 TriG.
	trig: {{trigBlock, trig}, {}},
	trigBlock: {
		{directive}, {iriOrName, graphOrTriples}, {blankNodeLabel, graphOrTriples},
		{propertiesOpen, blockOfProperties}, {collection, predicateObjectList, dot},
		{reifiedTriple, optionalProperties, dot}, {wrappedGraph}, {graphWord, label, wrappedGraph},
	},
	graphOrTriples:    {{wrappedGraph}, {predicateObjectList, dot}},
	blockOfProperties: {{propertiesClose, graphOrTriples}, {predicateObjectList, propertiesClose, optionalProperties, dot}},
	label:             {{iriOrName}, {blankNode}},
	wrappedGraph:      {{graphOpen, graphBody}},
	graphBody:         {{graphClose}, {triples, afterTriples}},
	afterTriples:      {{dot, graphBody}, {graphClose}},
}

// A parseTable maps a rule and the next terminal to the index of an alternative, or to none.
type parseTable [numSymbols][numTerminals]uint8

const none = 0xFF

var alternatives = sync.OnceValue(func() *parseTable {
	firsts, t := firsts(), new(parseTable)
	for rule := range t {
		for terminal := range t[rule] {
			t[rule][terminal] = none
			for i, body := range rules[rule] {
				if len(body) == 0 || firsts[body[0]]>>terminal&1 != 0 {
					t[rule][terminal] = uint8(i)
					break
				}
			}
		}
	}
	return t
})

// firsts returns the FIRST set of each symbol.
func firsts() (sets [numSymbols]uint64) {
	for s := range numTerminals {
		sets[s] = 1 << s
	}
	for changed := true; changed; {
		changed = false
		for s, bodies := range rules {
			before := sets[s]
			for _, body := range bodies {
				if len(body) > 0 {
					sets[s] |= sets[body[0]]
				}
			}
			changed = changed || sets[s] != before
		}
	}
	return sets
}
