(** * Regular expressions over bytes and their derivatives

    Matching, nullable and derivative, with constructors that keep expressions
    small and in a normal form, so that a language is met under few names. Only
    [M] and the lemmas named [.._spec] matter to the other files. *)

From Coq Require Import List NArith Bool Lia.
Import ListNotations.
Open Scope N_scope.

(** A range is its first byte and how many more there are, so that none is empty;
    a set of bytes is a list of ranges. *)
Definition range := (N * N)%type.

Definition in_range (b : N) (r : range) : bool := (fst r <=? b) && (b <=? fst r + snd r).
Definition in_set (b : N) (set : list range) : bool := existsb (in_range b) set.

Inductive re :=
  | Eps
  | Bytes (set : list range)
  | Cat (a b : re)
  | Alt (a b : re)
  | Star (a : re).

Notation Fail := (Bytes []).

Inductive M : re -> list N -> Prop :=
  | MEps : M Eps []
  | MBytes set b : in_set b set = true -> M (Bytes set) [b]
  | MCat a b u v : M a u -> M b v -> M (Cat a b) (u ++ v)
  | MAltL a b w : M a w -> M (Alt a b) w
  | MAltR a b w : M b w -> M (Alt a b) w
  | MStar0 a : M (Star a) []
  | MStar a u v : M a u -> M (Star a) v -> M (Star a) (u ++ v).
Global Hint Constructors M : core.

(** [M] of each form, in both directions. *)

Lemma eps_spec w : M Eps w <-> w = [].
Proof. split; [now inversion 1 | now intros ->]. Qed.

Lemma bytes_spec set w : M (Bytes set) w <-> exists b, w = [b] /\ in_set b set = true.
Proof. split; [inversion 1; eauto | intros (b & -> & H); auto]. Qed.

Lemma fail_spec w : ~ M Fail w.
Proof. now inversion 1. Qed.

Lemma Alt_spec a b w : M (Alt a b) w <-> M a w \/ M b w.
Proof. split; [inversion 1; auto | intros []; auto]. Qed.

Lemma Cat_spec a b w : M (Cat a b) w <-> exists u v, w = u ++ v /\ M a u /\ M b v.
Proof. split; [inversion 1; subst; eauto | intros (u & v & -> & Ha & Hb); auto]. Qed.

(** ** A total order

    For speed only: were it no order, alternations would be sorted badly and the
    search might not end. That equal means equal is all the proofs need. *)

Fixpoint order_sets (x y : list range) : comparison :=
  match x, y with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | (a, m) :: x, (b, n) :: y =>
      match a ?= b, m ?= n with Eq, Eq => order_sets x y | Eq, o => o | o, _ => o end
  end.

Definition rank (r : re) : N :=
  match r with Bytes _ => 0 | Eps => 1 | Cat _ _ => 2 | Alt _ _ => 3 | Star _ => 4 end.

Fixpoint order (x y : re) : comparison :=
  match x, y with
  | Bytes m, Bytes n => order_sets m n
  | Cat a b, Cat c d | Alt a b, Alt c d => match order a c with Eq => order b d | o => o end
  | Star a, Star b => order a b
  | _, _ => rank x ?= rank y
  end.

Lemma order_sets_eq x : forall y, order_sets x y = Eq -> x = y.
Proof.
  induction x as [|[a m] x IH]; intros [|[b n] y]; simpl; try easy.
  destruct (N.compare_spec a b), (N.compare_spec m n); try easy. intros <-%IH. now subst.
Qed.

Lemma order_eq x : forall y, order x y = Eq -> x = y.
Proof.
  induction x; intros []; simpl; try easy.
  - now intros <-%order_sets_eq.
  - destruct (order x1 a) eqn:E; try easy. intros <-%IHx2. now rewrite (IHx1 _ E).
  - destruct (order x1 a) eqn:E; try easy. intros <-%IHx2. now rewrite (IHx1 _ E).
  - now intros <-%IHx.
Qed.

Definition same (x y : re) : bool := match order x y with Eq => true | _ => false end.

Lemma same_eq x y : same x y = true -> x = y.
Proof. unfold same. destruct (order x y) eqn:E; try easy. now intros _; apply order_eq. Qed.

(** ** Smart constructors

    An alternation is a sorted list without duplicates, its byte sets united into
    one, which comes first; a concatenation leans to the right. Both leave out
    what is empty. *)

(** A set has its ranges in order; those that touch become one. *)
Fixpoint add_range (r : range) (set : list range) : list range :=
  match set with
  | [] => [r]
  | (lo, n) :: more =>
      let hi := lo + n in
      let (l, m) := r in
      let h := l + m in
      if h + 1 <? lo then r :: set
      else if hi + 1 <? l then (lo, n) :: add_range r more
      else add_range (N.min lo l, N.max hi h - N.min lo l) more
  end.

Definition union (x y : list range) : list range := fold_right add_range y x.

Lemma add_range_spec b set : forall r, in_set b (add_range r set) = in_range b r || in_set b set.
Proof.
  induction set as [|[lo n] more IH]; intros [l m]; trivial; simpl.
  destruct (N.ltb_spec (l + m + 1) lo); trivial.
  destruct (N.ltb_spec (lo + n + 1) l); simpl; rewrite IH.
  - destruct (in_range b (lo, n)), (in_range b (l, m)); easy.
  - rewrite orb_assoc. f_equal. apply eq_true_iff_eq. unfold in_range. simpl.
    rewrite orb_true_iff, !andb_true_iff, !N.leb_le. lia.
Qed.

Lemma union_in b x y : in_set b (union x y) = in_set b x || in_set b y.
Proof.
  induction x as [|r x IH]; trivial. simpl. now rewrite add_range_spec, IH, orb_assoc.
Qed.

(** Two members of an alternation as one, if that can be. *)
Definition merge (x y : re) : option re :=
  match x, y with
  | Bytes m, Bytes n => Some (Bytes (union m n))
  | _, _ => if same x y then Some y else None
  end.

Fixpoint insert (x s : re) : re :=
  match s with
  | Alt h t =>
      match merge x h, order x h with
      | Some y, _ => Alt y t
      | None, Gt => Alt h (insert x t)
      | None, _ => Alt x s
      end
  | _ =>
      match merge x s, order x s with
      | Some y, _ => y
      | None, Gt => Alt s x
      | None, _ => Alt x s
      end
  end.

Fixpoint alt (a b : re) : re :=
  match a, b with
  | Fail, _ => b
  | _, Fail => a
  | Alt h t, _ => insert h (alt t b)
  | _, _ => insert a b
  end.

Fixpoint cat (a b : re) : re :=
  match a, b with
  | Fail, _ | _, Fail => Fail
  | Eps, _ => b
  | _, Eps => a
  | Cat c d, _ => Cat c (cat d b)
  | _, _ => Cat a b
  end.

Lemma union_spec m n w : M (Bytes (union m n)) w <-> M (Bytes m) w \/ M (Bytes n) w.
Proof.
  rewrite !bytes_spec. split.
  - intros (b & -> & H). rewrite union_in in H. apply orb_true_iff in H as []; eauto.
  - intros [(b & -> & H) | (b & -> & H)]; exists b; now rewrite union_in, H, ?orb_true_r.
Qed.

Lemma merge_spec x y z w : merge x y = Some z -> M z w <-> M x w \/ M y w.
Proof.
  assert (Same : (if same x y then Some y else None) = Some z -> M z w <-> M x w \/ M y w).
  { destruct (same x y) eqn:E; [|easy]. intros [= <-]. apply same_eq in E as ->. tauto. }
  destruct x, y; try exact Same. intros [= <-]. apply union_spec.
Qed.

Lemma insert_spec x s w : M (insert x s) w <-> M x w \/ M s w.
Proof.
  induction s as [|set|a _ b _|h _ t IH|a _]; simpl;
    match goal with |- context [merge x ?y] => destruct (merge x y) as [z|] eqn:E, (order x y) end;
    rewrite ?Alt_spec, ?IH; try tauto; try now apply merge_spec.
  all: rewrite (merge_spec _ _ _ w E); tauto.
Qed.

Lemma alt_spec a b w : M (alt a b) w <-> M a w \/ M b w.
Proof.
  pose proof (fail_spec w) as F.
  induction a as [|[|m]|a1 _ a2 _|h _ t IH|a1 _]; simpl; destruct b as [|[|n]|b1 b2|b1 b2|b1].
  all: rewrite ?insert_spec, ?IH, ?Alt_spec; tauto.
Qed.

(** [cat] and [Cat] match the same; so do their relatives that lean otherwise. *)
Lemma Cat_assoc a b c w : M (Cat a (Cat b c)) w <-> M (Cat (Cat a b) c) w.
Proof.
  split.
  - intros (u & ? & -> & Ha & (v & x & -> & Hb & Hc)%Cat_spec)%Cat_spec. rewrite app_assoc. auto.
  - intros (? & x & -> & (u & v & -> & Ha & Hb)%Cat_spec & Hc)%Cat_spec. rewrite <- app_assoc. auto.
Qed.

Lemma Cat_right a b c : (forall w, M b w <-> M c w) -> forall w, M (Cat a b) w <-> M (Cat a c) w.
Proof. intros H w. rewrite !Cat_spec. split; intros (u & v & -> & Ha & Hb%H); eauto. Qed.

Lemma Eps_Cat b w : M (Cat Eps b) w <-> M b w.
Proof.
  rewrite Cat_spec. split; [intros (u & v & -> & ->%eps_spec & H); easy | intro H; now exists [], w; auto].
Qed.

Lemma Cat_Eps a w : M (Cat a Eps) w <-> M a w.
Proof.
  rewrite Cat_spec. split.
  - intros (u & v & -> & H & ->%eps_spec). now rewrite app_nil_r.
  - intro H. exists w, []. rewrite app_nil_r. auto.
Qed.

Lemma Fail_Cat b w : ~ M (Cat Fail b) w.
Proof. intros (u & v & _ & []%fail_spec & _)%Cat_spec. Qed.

Lemma Cat_Fail a w : ~ M (Cat a Fail) w.
Proof. intros (u & v & _ & _ & []%fail_spec)%Cat_spec. Qed.

Lemma cat_Cat a b : forall w, M (cat a b) w <-> M (Cat a b) w.
Proof.
  induction a as [|[|m]|c _ d IH|a1 _ a2 _|a1 _]; intro w; simpl; destruct b as [|[|n]|b1 b2|b1 b2|b1].
  all: rewrite ?Eps_Cat, ?Cat_Eps; try tauto.
  all: try (rewrite <- Cat_assoc; now apply Cat_right).
  all: pose proof (fail_spec w); split; [easy | intro X; exfalso; revert X].
  all: apply Fail_Cat || apply Cat_Fail.
Qed.

Lemma cat_spec a b w : M (cat a b) w <-> exists u v, w = u ++ v /\ M a u /\ M b v.
Proof. now rewrite cat_Cat, Cat_spec. Qed.

(** ** Nullable and derivative (Brzozowski 1964) *)

Fixpoint nullable (r : re) : bool :=
  match r with
  | Eps | Star _ => true
  | Bytes _ => false
  | Cat a b => nullable a && nullable b
  | Alt a b => nullable a || nullable b
  end.

Fixpoint deriv (b : N) (r : re) : re :=
  match r with
  | Eps => Fail
  | Bytes set => if in_set b set then Eps else Fail
  | Cat a c =>
      let d := cat (deriv b a) c in
      if nullable a then alt d (deriv b c) else d
  | Alt a c => alt (deriv b a) (deriv b c)
  | Star a => cat (deriv b a) r
  end.

Theorem nullable_spec r : nullable r = true <-> M r [].
Proof.
  induction r; simpl.
  - rewrite eps_spec. easy.
  - rewrite bytes_spec. split; [easy | now intros (b & ? & _)].
  - rewrite andb_true_iff, IHr1, IHr2, Cat_spec. split.
    + intros []. now exists [], [].
    + intros (u & v & [-> ->]%eq_sym%app_eq_nil & H). easy.
  - now rewrite orb_true_iff, IHr1, IHr2, Alt_spec.
  - now split; auto.
Qed.

(** What begins with b begins, in a concatenation, with a or else with c ... *)
Lemma Cat_cons a c b w :
  M (Cat a c) (b :: w) <->
  (exists u v, w = u ++ v /\ M a (b :: u) /\ M c v) \/ (M a [] /\ M c (b :: w)).
Proof.
  rewrite Cat_spec. split.
  - intros ([|x u] & v & E & Ha & Hc); simpl in E.
    + subst. auto.
    + injection E as -> ->. left. eauto.
  - intros [(u & v & -> & Ha & Hc) | [Ha Hc]].
    + now exists (b :: u), v.
    + now exists [], (b :: w).
Qed.

(** ... and in a repetition with a. *)
Lemma Star_cons a b w :
  M (Star a) (b :: w) <-> exists u v, w = u ++ v /\ M a (b :: u) /\ M (Star a) v.
Proof.
  split.
  - intro H. remember (Star a) as s eqn:Es. remember (b :: w) as x eqn:Ex. revert w Ex.
    induction H as [| | | | | |r u v Hu _ Hv IH]; try easy. injection Es as ->.
    intros w Ex. destruct u as [|y u]; [now apply IH|]. injection Ex as -> <-. eauto.
  - intros (u & v & -> & Ha & Hs). change (b :: u ++ v) with ((b :: u) ++ v). auto.
Qed.

Theorem deriv_spec b r : forall w, M (deriv b r) w <-> M r (b :: w).
Proof.
  induction r as [|set|a IHa c IHc|a IHa c IHc|a IHa]; intro w; simpl.
  - now rewrite eps_spec, bytes_spec; split; [intros (x & _ & ?) |].
  - rewrite bytes_spec. destruct (in_set b set) eqn:E.
    + rewrite eps_spec. split; [intros ->; eauto | now intros (x & [= _ ->] & _)].
    + split; [now intros ?%fail_spec | intros (x & [= <- _] & H); congruence].
  - rewrite Cat_cons, <- nullable_spec.
    assert (D : M (cat (deriv b a) c) w <-> exists u v, w = u ++ v /\ M a (b :: u) /\ M c v).
    { rewrite cat_spec. split; intros (u & v & -> & Ha%IHa & Hc); eauto. }
    destruct (nullable a); rewrite ?alt_spec, D, ?IHc; intuition easy.
  - now rewrite alt_spec, Alt_spec, IHa, IHc.
  - rewrite Star_cons, cat_spec. split; intros (u & v & -> & Ha%IHa & Hs); eauto.
Qed.

(** ** Where derivatives change

    [cuts r] lists, in order, the bytes whose derivative may differ from that of
    the byte before. It adds to the list [l] of other things cut. *)

Fixpoint cut (b : N) (l : list N) : list N :=
  match l with
  | [] => [b]
  | c :: more => match b ?= c with Lt => b :: l | Eq => l | Gt => c :: cut b more end
  end.

Fixpoint cuts (r : re) (l : list N) : list N :=
  match r with
  | Eps => l
  | Bytes set => fold_right (fun x l => cut (fst x) (cut (N.succ (fst x + snd x)) l)) l set
  | Cat a b => if nullable a then cuts a (cuts b l) else cuts a l
  | Alt a b => cuts a (cuts b l)
  | Star a => cuts a l
  end.

Lemma cut_in x b l : In x (cut b l) <-> x = b \/ In x l.
Proof.
  induction l as [|c l IH]; simpl; [intuition|].
  destruct (N.compare_spec b c); simpl; rewrite ?IH; intuition congruence.
Qed.

Lemma cuts_incl r : forall l, incl l (cuts r l).
Proof.
  induction r as [|set|a IHa c IHc|a IHa c IHc|a IHa]; intro l; simpl; try easy.
  - induction set; simpl; [easy|]. intros x Hx. rewrite !cut_in. auto.
  - destruct (nullable a); intros x Hx.
    + now apply IHa, IHc.
    + now apply IHa.
  - intros x Hx. now apply IHa, IHc.
Qed.

Lemma deriv_uncut b r : forall l, ~ In (N.succ b) (cuts r l) -> deriv (N.succ b) r = deriv b r.
Proof.
  assert (both : forall a c l, ~ In (N.succ b) (cuts a (cuts c l)) -> ~ In (N.succ b) (cuts c l)).
  { intros a c l H Hc. apply H. now apply cuts_incl. }
  induction r as [|set|a IHa c IHc|a IHa c IHc|a IHa]; intros l H; simpl in *.
  - easy.
  - enough (in_set (N.succ b) set = in_set b set) as -> by easy.
    induction set as [|[lo n] set IH]; trivial. simpl in *. rewrite !cut_in in H.
    rewrite IH by tauto. f_equal. apply eq_true_iff_eq. unfold in_range. simpl.
    rewrite !andb_true_iff, !N.leb_le. lia.
  - destruct (nullable a); [rewrite (IHc l) by eauto |]; now rewrite (IHa _ H).
  - rewrite (IHc l) by eauto. now rewrite (IHa _ H).
  - now rewrite (IHa _ H).
Qed.
