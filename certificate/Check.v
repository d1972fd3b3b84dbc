(** * The checker

    A relation between derivatives of an expression and states of a table that
    starts with the pair of both starts, agrees on acceptance and is closed under
    every byte (a bisimulation) shows that both have the same language. [explore]
    finds such a relation and is not trusted; [closed] checks it. *)

From Coq Require Import List Arith NArith Bool Lia.
From IRI Require Import Spec Regex Compile.
Import ListNotations.
Open Scope N_scope.
Open Scope bool_scope.

Section Relation.

Variable t : table.

(** A relation lists the expressions of each state. *)
Definition relation := list (list re).

Definition of_state (R : relation) (q : N) : list re := nth (N.to_nat q) R [].
Definition related (R : relation) (r : re) (q : N) : bool := existsb (same r) (of_state R q).

(** ** One byte for many

    Neighbouring bytes that neither the expression nor the row distinguishes have the
    same derivative and the same target; it is enough to look at the first of them. *)

Definition edge_cuts (edges : list edge) : list N :=
  fold_right (fun '(lo, hi, _) l => cut lo (cut (N.succ hi) l)) [0] edges.

Lemma follow_uncut edges b :
  ~ In (N.succ b) (edge_cuts edges) -> follow edges (N.succ b) = follow edges b.
Proof.
  induction edges as [|[[lo hi] q] more IH]; simpl; trivial. rewrite !cut_in. intro H.
  rewrite IH by tauto.
  destruct (N.leb_spec lo (N.succ b)), (N.leb_spec lo b), (N.leb_spec (N.succ b) hi), (N.leb_spec b hi).
  all: simpl; trivial; lia.
Qed.

Lemma edge_cuts_0 edges : In 0 (edge_cuts edges).
Proof. induction edges as [|[[lo hi] q] more IH]; simpl; rewrite ?cut_in; auto. Qed.

Definition firsts (r : re) (q : N) : list N := cuts r (edge_cuts (snd (row_of t q))).

Lemma firsts_cover r q b :
  exists c, In c (firsts r q) /\ deriv b r = deriv c r /\ step t q b = step t q c.
Proof.
  induction b as [|b (d & Hd & Hr & Hq)] using N.peano_ind.
  - exists 0. split; [apply cuts_incl, edge_cuts_0 | auto].
  - destruct (in_dec N.eq_dec (N.succ b) (firsts r q)) as [|Hb]; [eauto|]. exists d.
    rewrite (deriv_uncut _ _ _ Hb). unfold step in *. rewrite follow_uncut; [auto|].
    intro E. apply Hb, cuts_incl, E.
Qed.

(** ** Closed relations *)

Definition good (R : relation) (q : N) (r : re) : bool :=
  Bool.eqb (accepting t q) (nullable r) &&
  forallb (fun b => related R (deriv b r) (step t q b)) (firsts r q).

Definition closed (R : relation) : bool :=
  forallb (fun q => forallb (good R q) (of_state R q)) (map N.of_nat (seq 0 (length R))).

Lemma closed_good R r q : closed R = true -> related R r q = true -> good R q r = true.
Proof.
  unfold closed, related. rewrite forallb_forall, existsb_exists. intros H (s & Hs & ->%same_eq).
  assert (N.to_nat q < length R)%nat.
  { apply Nat.nle_gt. intro L. unfold of_state in Hs. now rewrite nth_overflow in Hs. }
  assert (Hq : forallb (good R q) (of_state R q) = true).
  { apply H, in_map_iff. exists (N.to_nat q). rewrite in_seq. lia. }
  rewrite forallb_forall in Hq. auto.
Qed.

Lemma closed_language R : closed R = true ->
  forall w r q, related R r q = true ->
  (accepting t (fold_left (step t) w q) = true <-> M r w).
Proof.
  intros HR w. induction w as [|b w IH]; intros r q H; simpl.
  all: apply (closed_good _ _ _ HR) in H; apply andb_true_iff in H as [Ha Hn].
  - apply eqb_prop in Ha as ->. apply nullable_spec.
  - destruct (firsts_cover r q b) as (c & Hc & Er & ->).
    rewrite forallb_forall in Hn. rewrite (IH _ _ (Hn _ Hc)), <- Er. apply deriv_spec.
Qed.

(** ** The search

    [explore depth] takes up to 2^depth pairs from a list of pairs to visit. *)

Fixpoint add (r : re) (n : nat) (R : relation) : relation :=
  match n, R with
  | O, rs :: more => (r :: rs) :: more
  | O, [] => [[r]]
  | S n, rs :: more => rs :: add r n more
  | S n, [] => [] :: add r n []
  end.

Definition progress := (list (re * N) * relation)%type.

Definition visit (p : progress) : progress :=
  match p with
  | ([], R) => p
  | ((r, q) :: todo, R) =>
      if related R r q then (todo, R)
      else (map (fun b => (deriv b r, step t q b)) (firsts r q) ++ todo, add r (N.to_nat q) R)
  end.

Fixpoint explore (depth : nat) (p : progress) : progress :=
  match p, depth with
  | ([], _), _ => p
  | _, O => visit p
  | _, S d => explore d (explore d p)
  end.

End Relation.

Definition check (t : table) (g : abnf) : bool :=
  let r := compile g in
  let R := snd (explore t 24 ([(r, start t)], [])) in
  related R r (start t) && closed t R.

(** A table that passes the check is its grammar. *)
Theorem certificate (t : table) (g : abnf) : check t g = true -> shipped_table_is_grammar t g.
Proof.
  unfold check, shipped_table_is_grammar. intros [H HR]%andb_true_iff w.
  rewrite <- (compile_spec g w). exact (closed_language t _ HR w _ _ H).
Qed.
