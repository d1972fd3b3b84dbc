(** * The theorem of the certificate

    Everything a reader must agree with is in this file: what a grammar means,
    how characters become bytes, how a table runs, and the statement
    [shipped_table_is_grammar] that puts them together. The other files prove;
    they cannot change what is stated here. *)

From Coq Require Import String Ascii List NArith.
Import ListNotations.
Open Scope N_scope.
Open Scope bool_scope.

(** ** Grammars (RFC 5234)

    A rule is a Coq definition, and a reference to a rule is its name. So a
    grammar that refers to itself cannot be written, which is right here. *)

Inductive abnf :=
  | Text (s : string)                        (* "..."       letters in either case *)
  | Range (lo hi : N)                        (* %xlo-hi     one character *)
  | Alt (a b : abnf)                         (* a / b *)
  | Cat (a b : abnf)                         (* a b *)
  | Rep (lo : nat) (hi : option nat) (a : abnf). (* lo*hi a *)

Coercion Text : string >-> abnf.
Declare Scope abnf_scope.
Delimit Scope abnf_scope with abnf.
Notation "a / b" := (Alt a b) (at level 40, left associativity) : abnf_scope.
Notation "a · b" := (Cat a b) (at level 35, right associativity) : abnf_scope.

Definition times (lo hi : nat) (a : abnf) := Rep lo (Some hi) a.
Definition many (lo : nat) (a : abnf) := Rep lo None a.

(** Characters are code points, strings are lists of them. *)

Definition codes (s : string) : list N := map N_of_ascii (list_ascii_of_string s).

(** ASCII letters match in either case (RFC 5234, 2.3); no other character does. *)
Definition fold_case (c : N) : N := if (0x41 <=? c) && (c <=? 0x5A) then c + 32 else c.

Definition within (lo : nat) (hi : option nat) (n : nat) : Prop :=
  (lo <= n)%nat /\ match hi with Some h => (n <= h)%nat | None => True end.

Fixpoint matches (g : abnf) (t : list N) : Prop :=
  match g with
  | Text s => map fold_case t = map fold_case (codes s)
  | Range lo hi => exists c, t = [c] /\ lo <= c <= hi
  | Alt a b => matches a t \/ matches b t
  | Cat a b => exists u v, t = u ++ v /\ matches a u /\ matches b v
  | Rep lo hi a => exists us, t = concat us /\ Forall (matches a) us /\ within lo hi (length us)
  end.

(** ** UTF-8 (RFC 3629)

    Unicode scalar values, and their bytes by arithmetic. *)

Definition scalar (c : N) : Prop := c <= 0xD7FF \/ 0xE000 <= c <= 0x10FFFF.

Definition utf8_char (c : N) : list N :=
  if c <=? 0x7F then [c]
  else if c <=? 0x7FF then [0xC0 + c / 64; 0x80 + c mod 64]
  else if c <=? 0xFFFF then [0xE0 + c / 64 / 64; 0x80 + c / 64 mod 64; 0x80 + c mod 64]
  else [0xF0 + c / 64 / 64 / 64; 0x80 + c / 64 / 64 mod 64; 0x80 + c / 64 mod 64; 0x80 + c mod 64].

Definition utf8 (t : list N) : list N := flat_map utf8_char t.

(** The examples of RFC 3629, section 7, and the largest code point. *)
Example utf8_greek : utf8 [0x41; 0x2262; 0x391; 0x2E] = [0x41; 0xE2; 0x89; 0xA2; 0xCE; 0x91; 0x2E].
Proof. reflexivity. Qed.
Example utf8_korean :
  utf8 [0xD55C; 0xAD6D; 0xC5B4] = [0xED; 0x95; 0x9C; 0xEA; 0xB5; 0xAD; 0xEC; 0x96; 0xB4].
Proof. reflexivity. Qed.
Example utf8_beyond_bmp : utf8 [0xFEFF; 0x233B4] = [0xEF; 0xBB; 0xBF; 0xF0; 0xA3; 0x8E; 0xB4].
Proof. reflexivity. Qed.
Example utf8_last : utf8 [0x10FFFF] = [0xF4; 0x8F; 0xBF; 0xBF].
Proof. reflexivity. Qed.

(** ** Tables

    States are numbered. A row has whether its state accepts and where bytes
    lead: an edge (lo, hi, q) takes the bytes lo to hi to state q, and a byte
    without an edge leads to state 0. *)

Definition edge := (N * N * N)%type.
Definition row := (bool * list edge)%type.
Record table := Table { start : N; rows : list row }.

Definition row_of (t : table) (q : N) : row := nth (N.to_nat q) (rows t) (false, []).

Fixpoint follow (edges : list edge) (b : N) : N :=
  match edges with
  | [] => 0
  | (lo, hi, q) :: more => if (lo <=? b) && (b <=? hi) then q else follow more b
  end.

Definition step (t : table) (q b : N) : N := follow (snd (row_of t q)) b.
Definition accepting (t : table) (q : N) : bool := fst (row_of t q).
Definition accepts (t : table) (w : list N) : bool := accepting t (fold_left (step t) w (start t)).

(** ** The statement

    A table accepts a byte string if and only if that is the UTF-8 encoding of a
    string that the grammar matches. In particular it accepts no ill-formed UTF-8.
    (Bytes are numbers; that they are below 256 need not be stated.) *)

Definition shipped_table_is_grammar (t : table) (g : abnf) : Prop :=
  forall w : list N,
    accepts t w = true <-> exists text, Forall scalar text /\ w = utf8 text /\ matches g text.
