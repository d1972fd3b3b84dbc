package ref

// Below returns the path of target relative to the directory of base, and reports whether target is in that directory
// or below it. Target must be Resolve(base, r), and base must have a scheme. The result is false if dot segments of r
// lead above the start of r, even if they come back.
func Below[B, R, T Bytes](base *Ref[B], r *Ref[R], target *Ref[T]) (rest T, ok bool) {
	var buf [256]byte
	directory, at := appendCleanDirectory(buf[:0], base, false), pathStart(base.Cut)
	path, root := Unguarded(target), directory[at:]
	switch {
	case climbsAbove(r.Path()), !equal(directory[:at], target.Text[:pathStart(target.Cut)]):
		return path, false
	case len(path) == 0 && target.HasAuthority():
		return path, string(root) == "/"
	case len(path) < len(root) || !equal(root, path[:len(root)]):
		return path, false
	}
	return path[len(root):], true
}

// climbsAbove reports whether dot segments lead above the start of path.
func climbsAbove[B Bytes](path B) bool {
	depth := 0
	for begin := len(path) - len(afterSlash(path)); begin <= len(path); {
		end := begin
		for end < len(path) && path[end] != '/' {
			end++
		}
		switch dotSegment(path[begin:], false) {
		case 0:
			depth++
		case 2:
			depth--
		}
		if depth < 0 {
			return true
		}
		begin = end + 1
	}
	return false
}

func afterSlash[B Bytes](path B) B {
	if Rooted(path) {
		return path[1:]
	}
	return path
}
