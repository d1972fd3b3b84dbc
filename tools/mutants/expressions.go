package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// The operators on expressions. A name is part of the ids of its mutants.

// swap is what an operator token becomes under the name of a mutation.
type swap struct {
	operator string
	to       token.Token
}

var binarySwaps = map[token.Token][]swap{
	token.EQL:     {{"negate", token.NEQ}},
	token.NEQ:     {{"negate", token.EQL}},
	token.LSS:     {{"negate", token.GEQ}, {"boundary", token.LEQ}},
	token.LEQ:     {{"negate", token.GTR}, {"boundary", token.LSS}},
	token.GTR:     {{"negate", token.LEQ}, {"boundary", token.GEQ}},
	token.GEQ:     {{"negate", token.LSS}, {"boundary", token.GTR}},
	token.LAND:    {{"logic", token.LOR}},
	token.LOR:     {{"logic", token.LAND}},
	token.ADD:     {{"arith", token.SUB}},
	token.SUB:     {{"arith", token.ADD}},
	token.MUL:     {{"arith", token.QUO}},
	token.QUO:     {{"arith", token.MUL}},
	token.REM:     {{"arith", token.MUL}},
	token.AND:     {{"bits", token.OR}},
	token.OR:      {{"bits", token.AND}},
	token.XOR:     {{"bits", token.OR}},
	token.AND_NOT: {{"bits", token.AND}},
	token.SHL:     {{"bits", token.SHR}},
	token.SHR:     {{"bits", token.SHL}},
}

// binary swaps operators and negates the operands of && and || that are no
// comparisons.
func (w *walker) binary(n *ast.BinaryExpr) {
	if n.Op == token.ADD && w.joinsText(n) {
		return
	}
	for _, s := range binarySwaps[n.Op] {
		w.swapBinary(n, s)
	}
	if n.Op == token.LAND || n.Op == token.LOR {
		w.condition(n.X)
		w.condition(n.Y)
	}
}

// swapBinary keeps the tree apart from the operator: where precedence differs, it
// writes parentheses.
func (w *walker) swapBinary(n *ast.BinaryExpr, s swap) {
	if n.Op.Precedence() == s.to.Precedence() {
		w.add(s.operator, n.OpPos, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), s.to.String())
		return
	}
	with := fmt.Sprintf("(%s %s %s)", w.operand(n.X), s.to, w.operand(n.Y))
	w.add(s.operator, n.OpPos, n.Pos(), n.End(), with)
}

func (w *walker) operand(x ast.Expr) string {
	if _, ok := x.(*ast.BinaryExpr); ok {
		return "(" + w.code(x) + ")"
	}
	return w.code(x)
}

// joinsText reports whether a sum has a string literal among its terms.
func (w *walker) joinsText(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BinaryExpr:
		return x.Op == token.ADD && (w.joinsText(x.X) || w.joinsText(x.Y))
	case *ast.BasicLit:
		return x.Kind == token.STRING
	}
	return false
}

// unary takes operators away.
func (w *walker) unary(n *ast.UnaryExpr) {
	names := map[token.Token]string{token.NOT: "negate", token.SUB: "arith", token.XOR: "bits"}
	if name, ok := names[n.Op]; ok {
		w.replace(name, n, w.code(n.X))
	}
}

// condition negates an expression that is not negated by swapping its operator.
func (w *walker) condition(x ast.Expr) {
	switch x := x.(type) {
	case *ast.UnaryExpr:
		return
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			w.add("negate", x.OpPos, x.Pos(), x.End(), "!("+w.code(x)+")")
		}
		return
	}
	w.replace("negate", x, "!("+w.code(x)+")")
}

// constant makes a condition true or false. It stays in the text, unevaluated,
// so that what it mentions is still used.
func (w *walker) constant(x ast.Expr, value string) {
	join := map[string]string{"true": " || ", "false": " && "}[value]
	w.replace(value, x, value+join+"("+w.code(x)+")")
}

// cases treats the cases of a switch without a tag as conditions.
func (w *walker) cases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, clause := range n.Body.List {
		for _, x := range clause.(*ast.CaseClause).List {
			w.condition(x)
			w.constant(x, "true")
			w.constant(x, "false")
		}
	}
}

// literal adds one to a number or a character, and subtracts one. An array only
// gets shorter: nobody looks at an element too many.
func (w *walker) literal(n *ast.BasicLit, above ast.Node) {
	_, length := above.(*ast.ArrayType)
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseUint(n.Value, 0, 63)
		if err != nil {
			return
		}
		if !length {
			w.replace("const+1", n, number(v+1, n.Value))
		}
		if v > 0 {
			w.replace("const-1", n, number(v-1, n.Value))
		} else {
			w.replace("const-1", n, "(-1)")
		}
	case token.CHAR:
		r, _, _, err := strconv.UnquoteChar(n.Value[1:len(n.Value)-1], '\'')
		if err != nil {
			return
		}
		w.replace("const+1", n, strconv.QuoteRune(r+1))
		w.replace("const-1", n, strconv.QuoteRune(r-1))
	}
}

// number writes v in the base of another literal.
func number(v uint64, like string) string {
	if strings.HasPrefix(strings.ToLower(like), "0x") {
		return fmt.Sprintf("0x%X", v)
	}
	return strconv.FormatUint(v, 10)
}

// identifier flips truth values and the choice between the smaller and the larger.
func (w *walker) identifier(n *ast.Ident) {
	others := map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}
	names := map[string]string{"true": "bool", "false": "bool", "min": "minmax", "max": "minmax"}
	if other, ok := others[n.Name]; ok {
		w.replace(names[n.Name], n, other)
	}
}

// slice moves the bounds of a slice by one. Literal bounds are left to literal.
func (w *walker) slice(n *ast.SliceExpr) {
	w.bound("low", n.Low)
	w.bound("high", n.High)
	if n.Low == nil {
		w.add("low+1", n.Lbrack, n.Lbrack+1, n.Lbrack+1, "1")
	}
	if n.High == nil && !n.Slice3 {
		w.add("high-1", n.Rbrack, n.Rbrack, n.Rbrack, "len("+w.code(n.X)+")-1")
	}
}

func (w *walker) bound(name string, x ast.Expr) {
	if _, literal := x.(*ast.BasicLit); literal || x == nil {
		return
	}
	w.replace(name+"+1", x, w.operand(x)+"+1")
	w.replace(name+"-1", x, w.operand(x)+"-1")
}
