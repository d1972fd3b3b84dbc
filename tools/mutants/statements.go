package main

import (
	"go/ast"
	"go/token"
)

// The operators on statements.

var statementSwaps = map[token.Token]swap{
	token.INC:            {"arith", token.DEC},
	token.DEC:            {"arith", token.INC},
	token.ADD_ASSIGN:     {"arith", token.SUB_ASSIGN},
	token.SUB_ASSIGN:     {"arith", token.ADD_ASSIGN},
	token.MUL_ASSIGN:     {"arith", token.QUO_ASSIGN},
	token.QUO_ASSIGN:     {"arith", token.MUL_ASSIGN},
	token.REM_ASSIGN:     {"arith", token.MUL_ASSIGN},
	token.AND_ASSIGN:     {"bits", token.OR_ASSIGN},
	token.OR_ASSIGN:      {"bits", token.AND_ASSIGN},
	token.XOR_ASSIGN:     {"bits", token.OR_ASSIGN},
	token.AND_NOT_ASSIGN: {"bits", token.AND_ASSIGN},
	token.SHL_ASSIGN:     {"bits", token.SHR_ASSIGN},
	token.SHR_ASSIGN:     {"bits", token.SHL_ASSIGN},
}

// statement swaps the operators of assignments and deletes statements.
func (w *walker) statement(s ast.Stmt, above []ast.Node) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
		if !w.joinsText(s.Rhs[0]) {
			w.swapToken(s.Tok, s.TokPos)
		}
	case *ast.IncDecStmt:
		w.swapToken(s.Tok, s.TokPos)
	case *ast.ExprStmt, *ast.DeferStmt, *ast.BranchStmt:
	default:
		return // an if that returns early is deleted by making its condition false
	}
	w.remove(s, above[len(above)-1])
}

func (w *walker) swapToken(t token.Token, at token.Pos) {
	if s, ok := statementSwaps[t]; ok {
		w.add(s.operator, at, at, at+token.Pos(len(t.String())), s.to.String())
	}
}

// remove deletes a statement of a block. It stays in the text, never executed,
// so that what it mentions is still used.
func (w *walker) remove(s ast.Stmt, above ast.Node) {
	switch above.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		w.replace("delete", s, "if false { "+w.code(s)+" }")
	}
}

// branch swaps break and continue.
func (w *walker) branch(s *ast.BranchStmt) {
	switch s.Tok {
	case token.BREAK:
		w.add("branch", s.Pos(), s.Pos(), s.Pos()+token.Pos(len("break")), "continue")
	case token.CONTINUE:
		w.add("branch", s.Pos(), s.Pos(), s.Pos()+token.Pos(len("continue")), "break")
	}
}
