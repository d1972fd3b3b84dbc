(** * From grammars over characters to regular expressions over bytes

    [compile] expands strings, repetitions and ranges; [compile_spec] proves that
    a byte string matches the result if and only if it is the UTF-8 encoding of a
    string that the grammar matches. *)

From Coq Require Import String Ascii List ZArith Bool Lia.
From IRI Require Import Spec Regex.
Import ListNotations.
Open Scope N_scope.
Open Scope bool_scope.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.
Local Arguments alt : simpl never.
Local Arguments cat : simpl never.

(** ** Byte ranges *)

Definition bytes (lo hi : N) : re := if hi <? lo then Fail else Bytes [(lo, hi - lo)].

Lemma byte_range_spec lo hi w : M (bytes lo hi) w <-> exists b, w = [b] /\ lo <= b <= hi.
Proof.
  unfold bytes. destruct (N.ltb_spec hi lo).
  - split; [now intros ?%fail_spec | intros (b & _ & ?); lia].
  - rewrite bytes_spec. unfold in_set, in_range. simpl.
    split; intros (b & -> & Hb); exists b; split; trivial.
    + rewrite orb_false_r, andb_true_iff, !N.leb_le in Hb. lia.
    + rewrite orb_false_r, andb_true_iff, !N.leb_le. lia.
Qed.

(** ** Character ranges

    UTF-8 writes a character as a number of k + 1 digits to the base 64: the first
    is marked by [lead], each of the others by 0x80. *)

Fixpoint digits (k : nat) (lead c : N) : list N :=
  match k with
  | O => [lead + c]
  | S k => digits k lead (c / 64) ++ [0x80 + c mod 64]
  end.

(** The numbers lo to hi. All digits but the last are a number themselves, lo / 64
    to hi / 64: at both ends the last digit is bounded, in between it is free. *)
Fixpoint numbers (k : nat) (lead lo hi : N) : re :=
  match k with
  | O => bytes (lead + lo) (lead + hi)
  | S k =>
      let part p q a b := cat (numbers k lead p q) (bytes (0x80 + a) (0x80 + b)) in
      if hi <? lo then Fail
      else if lo / 64 =? hi / 64 then part (lo / 64) (hi / 64) (lo mod 64) (hi mod 64)
      else alt (part (lo / 64) (lo / 64) (lo mod 64) 63)
          (alt (part (lo / 64 + 1) (hi / 64 - 1) 0 63)
               (part (hi / 64) (hi / 64) 0 (hi mod 64)))
  end.

Lemma numbers_spec k lead : forall lo hi w,
  M (numbers k lead lo hi) w <-> exists c, lo <= c <= hi /\ w = digits k lead c.
Proof.
  induction k as [|k IH]; intros lo hi w; cbn [numbers digits].
  - rewrite byte_range_spec. split.
    + intros (b & -> & H). exists (b - lead). split; [lia | f_equal; lia].
    + intros (c & H & ->). exists (lead + c). split; [easy | lia].
  - assert (part : forall p q a b, b <= 63 ->
      M (cat (numbers k lead p q) (bytes (0x80 + a) (0x80 + b))) w <->
      exists c, p <= c / 64 <= q /\ a <= c mod 64 <= b /\ w = digits (S k) lead c).
    { intros p q a b Hb. rewrite cat_spec. split.
      - intros (u & v & -> & (c & Hc & ->)%IH & (d & -> & Hd)%byte_range_spec).
        exists (64 * c + (d - 0x80)). cbn [digits].
        replace ((64 * c + (d - 0x80)) / 64) with c by lia.
        replace (0x80 + (64 * c + (d - 0x80)) mod 64) with d by lia.
        repeat split; trivial; lia.
      - intros (c & Hp & Ha & ->). exists (digits k lead (c / 64)), [0x80 + c mod 64].
        split; [easy|]. rewrite IH, byte_range_spec. split; eexists; split; eauto; lia. }
    destruct (N.ltb_spec hi lo).
    { split; [now intros ?%fail_spec | intros (c & ? & _); lia]. }
    destruct (N.eqb_spec (lo / 64) (hi / 64)).
    + rewrite part by lia. split; intros (c & ?); exists c; intuition lia.
    + rewrite !alt_spec, !part by lia. split.
      * intros [(c & ?) | [(c & ?) | (c & ?)]]; exists c; intuition lia.
      * intros (c & Hc & E).
        destruct (N.eq_dec (c / 64) (lo / 64)); [left; exists c; intuition lia|].
        destruct (N.eq_dec (c / 64) (hi / 64)); right; [right | left]; exists c; intuition lia.
Qed.

(** The lengths of UTF-8 and the gap of the surrogates cut a range in five. *)
Definition chars (lo hi : N) : re :=
  alt (numbers 0 0 lo (N.min hi 0x7F))
 (alt (numbers 1 0xC0 (N.max lo 0x80) (N.min hi 0x7FF))
 (alt (numbers 2 0xE0 (N.max lo 0x800) (N.min hi 0xD7FF))
 (alt (numbers 2 0xE0 (N.max lo 0xE000) (N.min hi 0xFFFF))
      (numbers 3 0xF0 (N.max lo 0x10000) (N.min hi 0x10FFFF))))).

Lemma utf8_char_digits c :
  utf8_char c =
    if c <=? 0x7F then digits 0 0 c
    else if c <=? 0x7FF then digits 1 0xC0 c
    else if c <=? 0xFFFF then digits 2 0xE0 c
    else digits 3 0xF0 c.
Proof. reflexivity. Qed.

Ltac decide_leb := repeat match goal with |- context [?a <=? ?b] => destruct (N.leb_spec a b) end.

Lemma chars_spec lo hi w :
  M (chars lo hi) w <-> exists c, scalar c /\ lo <= c <= hi /\ w = utf8_char c.
Proof.
  unfold chars, scalar. rewrite !alt_spec, !numbers_spec. split.
  - intros [(c & ? & ->) | [(c & ? & ->) | [(c & ? & ->) | [(c & ? & ->) | (c & ? & ->)]]]].
    all: exists c; rewrite utf8_char_digits; decide_leb; repeat split; trivial; lia.
  - intros (c & Hs & Hc & ->). rewrite utf8_char_digits. decide_leb.
    + left. exists c. split; [lia | easy].
    + right; left. exists c. split; [lia | easy].
    + right; right. destruct (N.le_gt_cases c 0xD7FF); [left | right; left].
      all: exists c; split; [lia | easy].
    + right; right; right; right. exists c. split; [lia | easy].
Qed.

(** ** Repetition *)

Fixpoint power (n : nat) (r : re) : re :=
  match n with O => Eps | S n => cat r (power n r) end.

Fixpoint options (n : nat) (r : re) : re :=
  match n with O => Eps | S n => alt Eps (cat r (options n r)) end.

Definition rep (lo : nat) (hi : option nat) (r : re) : re :=
  match hi with
  | None => cat (power lo r) (Star r)
  | Some hi => if (hi <? lo)%nat then Fail else cat (power lo r) (options (hi - lo) r)
  end.

(** w is made of pieces that r matches, their number within limits. *)
Definition pieces (r : re) (limits : nat -> Prop) (w : list N) : Prop :=
  exists ws, w = concat ws /\ Forall (M r) ws /\ limits (length ws).

Lemma power_spec n r : forall w, M (power n r) w <-> pieces r (eq n) w.
Proof.
  induction n as [|n IH]; intro w; simpl.
  - rewrite eps_spec. split; [intros ->; now exists [] | now intros ([] & -> & _ & ?)].
  - rewrite cat_spec. split.
    + intros (u & v & -> & Hu & (ws & -> & Hws & ->)%IH). exists (u :: ws). auto.
    + intros ([|u ws] & -> & H & [= E]). inversion H; subst. exists u, (concat ws).
      rewrite IH. repeat split; trivial. now exists ws.
Qed.

Lemma options_spec n r : forall w, M (options n r) w <-> pieces r (fun k => k <= n)%nat w.
Proof.
  induction n as [|n IH]; intro w; simpl.
  - rewrite eps_spec. split; [intros ->; now exists [] |].
    intros ([] & -> & _ & H); [easy | now inversion H].
  - rewrite alt_spec, eps_spec, cat_spec. split.
    + intros [-> | (u & v & -> & Hu & (ws & -> & Hws & ?)%IH)].
      * exists []. simpl. repeat split; auto; lia.
      * exists (u :: ws). simpl. repeat split; auto; lia.
    + intros ([|u ws] & -> & H & L); [now left|]. right. inversion H; subst.
      exists u, (concat ws). rewrite IH. repeat split; trivial. exists ws. simpl in L.
      repeat split; trivial; lia.
Qed.

Lemma star_spec r w : M (Star r) w <-> pieces r (fun _ => True) w.
Proof.
  split.
  - intro H. remember (Star r) as s eqn:E. induction H; try easy; injection E as ->.
    + now exists [].
    + destruct (IHM2 eq_refl) as (ws & -> & Hws & _). exists (u :: ws). simpl. auto.
  - intros (ws & -> & H & _). induction H; simpl; auto.
Qed.

Lemma pieces_app r P Q u v :
  pieces r P u -> pieces r Q v -> pieces r (fun n => exists p q, n = p + q /\ P p /\ Q q)%nat (u ++ v).
Proof.
  intros (us & -> & Hu & Pu) (vs & -> & Hv & Qv). exists (us ++ vs).
  rewrite concat_app, Forall_app, app_length. eauto 10.
Qed.

Lemma pieces_split r n P w :
  pieces r (fun m => n <= m /\ P (m - n))%nat w ->
  exists u v, w = u ++ v /\ pieces r (eq n) u /\ pieces r P v.
Proof.
  intros (ws & -> & H & L & HP). exists (concat (firstn n ws)), (concat (skipn n ws)).
  rewrite <- concat_app, firstn_skipn. rewrite <- (firstn_skipn n ws), Forall_app in H.
  destruct H. split; [easy|]. split.
  - exists (firstn n ws). rewrite firstn_length_le; auto.
  - exists (skipn n ws). rewrite skipn_length; auto.
Qed.

Lemma pieces_iff r (P Q : nat -> Prop) w : (forall n, P n <-> Q n) -> pieces r P w <-> pieces r Q w.
Proof. intro H. split; intros (ws & ? & ? & ?%H); exists ws; auto. Qed.

(** n pieces, and then as many more as P allows. *)
Lemma power_then n P r s w :
  (forall v, M s v <-> pieces r P v) ->
  M (cat (power n r) s) w <-> pieces r (fun m => n <= m /\ P (m - n))%nat w.
Proof.
  intro Hs. rewrite cat_spec. split.
  - intros (u & v & -> & Hu%power_spec & Hv%Hs).
    eapply pieces_iff; [|exact (pieces_app _ _ _ _ _ Hu Hv)]. intro m. split.
    + intros []. exists n, (m - n)%nat. repeat split; trivial. lia.
    + intros (? & q & -> & <- & Hq). split; [lia|]. now replace (n + q - n)%nat with q by lia.
  - intros (u & v & -> & Hu%power_spec & Hv%Hs)%pieces_split. eauto.
Qed.

Lemma rep_spec lo hi r w : M (rep lo hi r) w <-> pieces r (within lo hi) w.
Proof.
  unfold rep, within. destruct hi as [hi|].
  - destruct (Nat.ltb_spec hi lo).
    + split; [now intros ?%fail_spec | intros (ws & _ & _ & ?); lia].
    + rewrite (power_then _ _ _ _ _ (options_spec (hi - lo) r)). apply pieces_iff. lia.
  - rewrite (power_then _ _ _ _ _ (star_spec r)). now apply pieces_iff.
Qed.

(** ** Letters in either case *)

Definition other_case (c : N) : N :=
  if (0x41 <=? c) && (c <=? 0x5A) then c + 32
  else if (0x61 <=? c) && (c <=? 0x7A) then c - 32
  else c.

Definition letter (c : N) : re := alt (chars c c) (chars (other_case c) (other_case c)).

Definition text (s : string) : re := fold_right (fun c => cat (letter c)) Eps (codes s).

Lemma fold_case_eq c d : fold_case d = fold_case c <-> d = c \/ d = other_case c.
Proof.
  unfold fold_case, other_case. decide_leb; simpl; lia.
Qed.

Lemma letter_spec c w :
  M (letter c) w <-> exists d, scalar d /\ fold_case d = fold_case c /\ w = utf8_char d.
Proof.
  unfold letter. rewrite alt_spec, !chars_spec. setoid_rewrite fold_case_eq. split.
  - intros [(d & ? & ? & ->) | (d & ? & ? & ->)]; exists d; intuition lia.
  - intros (d & ? & [-> | ->] & ->); [left | right]; eexists; intuition (eauto || lia).
Qed.

(** ** Grammars *)

Fixpoint compile (g : abnf) : re :=
  match g with
  | Text s => text s
  | Range lo hi => chars lo hi
  | Spec.Alt a b => alt (compile a) (compile b)
  | Spec.Cat a b => cat (compile a) (compile b)
  | Rep lo hi a => rep lo hi (compile a)
  end.

(** w encodes a string of a language. *)
Definition encodes (language : list N -> Prop) (w : list N) : Prop :=
  exists t, Forall scalar t /\ w = utf8 t /\ language t.

Lemma utf8_app t u : utf8 (t ++ u) = utf8 t ++ utf8 u.
Proof. apply flat_map_app. Qed.

Lemma utf8_concat us : utf8 (concat us) = concat (map utf8 us).
Proof. induction us as [|u us IH]; simpl; [easy | now rewrite utf8_app, IH]. Qed.

Lemma text_spec s w : M (text s) w <-> encodes (matches (Text s)) w.
Proof.
  unfold text, encodes; simpl. revert w. induction (codes s) as [|c cs IH]; intro w; simpl.
  - rewrite eps_spec. split.
    + intros ->. now exists [].
    + now intros ([] & _ & -> & ?).
  - rewrite cat_spec. split.
    + intros (u & v & -> & (d & Hd & E & ->)%letter_spec & (t & Ht & -> & Et)%IH).
      exists (d :: t). simpl. rewrite E, Et. auto.
    + intros ([|d t] & H & -> & [= E Et]). inversion H; subst.
      exists (utf8_char d), (utf8 t). rewrite letter_spec, IH. simpl. eauto 10.
Qed.

(** Pieces that encode strings are the encodings of pieces. *)
Lemma pieces_encode r language limits w :
  (forall w, M r w <-> encodes language w) ->
  pieces r limits w <->
  encodes (fun t => exists us, t = concat us /\ Forall language us /\ limits (length us)) w.
Proof.
  intro Hr. split.
  - intros (ws & -> & H & L).
    assert (exists us, ws = map utf8 us /\ Forall (Forall scalar) us /\ Forall language us)
      as (us & -> & Hs & Hl).
    { clear L. induction H as [|w ws (t & Ht & -> & Hl)%Hr _ (us & -> & Hs & Hls)].
      - now exists [].
      - exists (t :: us). auto. }
    exists (concat us). rewrite map_length in L. repeat split.
    + now apply Forall_concat.
    + now rewrite utf8_concat.
    + now exists us.
  - intros (? & Hs & -> & us & -> & Hl & L). exists (map utf8 us). rewrite map_length.
    rewrite utf8_concat. apply Forall_concat in Hs. repeat split; trivial.
    apply Forall_map. rewrite Forall_forall in *. intros u Hu. apply Hr. exists u. auto.
Qed.

Theorem compile_spec g : forall w, M (compile g) w <-> encodes (matches g) w.
Proof.
  induction g as [s|lo hi|a IHa b IHb|a IHa b IHb|lo hi a IHa]; intro w; simpl.
  - apply text_spec.
  - rewrite chars_spec. split.
    + intros (c & Hc & L & ->). exists [c]. simpl. rewrite app_nil_r. eauto 10.
    + intros (? & H & -> & c & -> & L). inversion H; subst. exists c. simpl. now rewrite app_nil_r.
  - rewrite alt_spec, IHa, IHb. unfold encodes. split.
    + intros [(t & ? & ? & ?) | (t & ? & ? & ?)]; eauto.
    + intros (t & ? & ? & []); eauto.
  - rewrite cat_spec. split.
    + intros (u & v & -> & (t & ? & -> & ?)%IHa & (x & ? & -> & ?)%IHb).
      exists (t ++ x). rewrite utf8_app, Forall_app. eauto 10.
    + intros (? & H & -> & t & x & -> & Ht & Hx). apply Forall_app in H as [].
      rewrite utf8_app. exists (utf8 t), (utf8 x). rewrite IHa, IHb. unfold encodes. eauto 10.
  - rewrite rep_spec. now apply pieces_encode.
Qed.
