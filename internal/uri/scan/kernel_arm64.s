//go:build !purego

#include "textflag.h"

DATA iota<>+0(SB)/8, $0x0706050403020100
DATA iota<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL iota<>(SB), RODATA|NOPTR, $16

// TABLE loads the classes of ASCII from where R2 points to. An index that is in
// neither half of the table, as is any byte from 0x80 up, gives 0.
#define TABLE \
	VLD1.P 64(R2), [V16.B16, V17.B16, V18.B16, V19.B16] \
	VLD1   (R2), [V20.B16, V21.B16, V22.B16, V23.B16]   \
	VMOVI  $64, V24.B16

// LOOKUP sets class to the classes of text, and spoils that.
#define LOOKUP(text, class) \
	VTBL text.B16, [V16.B16, V17.B16, V18.B16, V19.B16], class.B16 \
	VEOR V24.B16, text.B16, text.B16                               \
	VTBX text.B16, [V20.B16, V21.B16, V22.B16, V23.B16], class.B16

// SHIFT loads the 16 bytes at R6, which is too early by some places, as if from the
// right place, and 0 for what lies behind them. V31 is iota.
#define SHIFT(by, to) \
	VLD1 (R6), [to.B16]               \
	VDUP by, V30.B16                  \
	VADD V31.B16, V30.B16, V30.B16    \
	VTBL V30.B16, [to.B16], to.B16

// CHUNK loads the 16 bytes at offset at of the text, or what there is of them. It
// reads no further than the text: where that ends earlier, it loads its last 16
// bytes, which begin at offset R5, once more.
#define CHUNK(at, to) \
	MOVD $at, R7         \
	CMP  R5, R7          \
	CSEL LT, R7, R5, R8  \
	ADD  R8, R0, R6      \
	SUB  R8, R7          \
	SHIFT(R7, to)

// SWAP exchanges fields of k bits: the upper ones of a, as mask has it, for the
// lower ones of b. This is how a matrix of 2 x 2 fields is transposed.
#define SWAP(k, mask, a, b) \
	VSHL  $k, b.B16, V0.B16         \
	VUSHR $k, a.B16, V1.B16         \
	VBIF  mask.B16, V0.B16, a.B16   \
	VBIT  mask.B16, V1.B16, b.B16

// func transpose(p *byte, n int, class *[256]uint8, m *masks)
TEXT ·transpose(SB), NOSPLIT, $0-32
	MOVD  p+0(FP), R0
	MOVD  n+8(FP), R1
	MOVD  class+16(FP), R2
	MOVD  m+24(FP), R3
	TABLE
	VMOVI $0x55, V25.B16
	VMOVI $0x33, V26.B16

	// V0 to V3: the bytes; R9: a bit for each.
	CMP  $64, R1
	BEQ  full
	MOVD $1, R9
	LSL  R1, R9
	SUB  $1, R9
	MOVD $iota<>(SB), R4
	VLD1 (R4), [V31.B16]
	SUB  $16, R1, R5
	VLD1 (R0), [V0.B16]
	CHUNK(16, V1)
	CHUNK(32, V2)
	CHUNK(48, V3)
	B    loaded

full:
	MOVD $-1, R9
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]

loaded:
	// Deal them out: byte 4j+i becomes byte j of Vi.
	VUZP1 V1.B16, V0.B16, V4.B16
	VUZP2 V1.B16, V0.B16, V5.B16
	VUZP1 V3.B16, V2.B16, V6.B16
	VUZP2 V3.B16, V2.B16, V7.B16
	VUZP1 V6.B16, V4.B16, V0.B16
	VUZP1 V7.B16, V5.B16, V1.B16
	VUZP2 V6.B16, V4.B16, V2.B16
	VUZP2 V7.B16, V5.B16, V3.B16

	// V7: the top bits, those of a row of four in the upper half of a byte, then
	// two such halves a byte, in the lower 8 bytes.
	VORR  V1.B16, V1.B16, V6.B16
	VORR  V3.B16, V3.B16, V7.B16
	VSRI  $1, V0.B16, V6.B16
	VSRI  $1, V2.B16, V7.B16
	VSRI  $2, V6.B16, V7.B16
	VUZP1 V7.B16, V7.B16, V6.B16
	VUZP2 V7.B16, V7.B16, V7.B16
	VSRI  $4, V6.B16, V7.B16

	LOOKUP(V0, V8)
	LOOKUP(V1, V9)
	LOOKUP(V2, V10)
	LOOKUP(V3, V11)

	// Transpose the classes of four bytes, which lie in four registers, as a matrix
	// of 4 x 4 bits twice. Then V8 has bit 0 of them in the lower half of each byte
	// and bit 4 in the upper, V9 bits 1 and 5, V10 bits 2 and 6, V11 bits 3 and 7.
	SWAP(1, V25, V8, V9)
	SWAP(1, V25, V10, V11)
	SWAP(2, V26, V8, V10)
	SWAP(2, V26, V9, V11)

	// Join halves of neighbours. V12 to V15: bits 0 and 1, 2 and 3, 4 and 5, 6 and 7.
	VUZP1 V9.B16, V8.B16, V0.B16
	VUZP2 V9.B16, V8.B16, V14.B16
	VUZP1 V11.B16, V10.B16, V1.B16
	VUZP2 V11.B16, V10.B16, V15.B16
	VORR  V0.B16, V0.B16, V12.B16
	VORR  V1.B16, V1.B16, V13.B16
	VSLI  $4, V14.B16, V12.B16
	VSLI  $4, V15.B16, V13.B16
	VSRI  $4, V0.B16, V14.B16
	VSRI  $4, V1.B16, V15.B16

	VDUP   R9, V0.D2 // of 0 there may be a class, but no top bit
	VAND   V0.B16, V12.B16, V12.B16
	VAND   V0.B16, V13.B16, V13.B16
	VAND   V0.B16, V14.B16, V14.B16
	VAND   V0.B16, V15.B16, V15.B16
	VST1.P [V12.B16, V13.B16, V14.B16, V15.B16], 64(R3)
	VST1   [V7.B8], (R3)
	RET

// func smooth(p *byte, n int, class *[256]uint8) int
TEXT ·smooth(SB), NOSPLIT, $0-32
	MOVD  p+0(FP), R0
	MOVD  n+8(FP), R1
	MOVD  class+16(FP), R2
	MOVD  R0, R3
	TABLE
	VMOVI $0x01, V25.B16 // uri.Text: has to be there
	VMOVI $0x81, V26.B16 // and uri.Tail, which must not

loop:
	SUBS $64, R1
	BLT  done
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	LOOKUP(V0, V8)
	LOOKUP(V1, V9)
	LOOKUP(V2, V10)
	LOOKUP(V3, V11)
	VEOR V25.B16, V8.B16, V8.B16
	VEOR V25.B16, V9.B16, V9.B16
	VEOR V25.B16, V10.B16, V10.B16
	VEOR V25.B16, V11.B16, V11.B16
	VORR V8.B16, V9.B16, V8.B16
	VORR V10.B16, V11.B16, V10.B16
	VORR V8.B16, V10.B16, V8.B16
	VAND V26.B16, V8.B16, V8.B16
	VMOV V8.D[0], R4
	VMOV V8.D[1], R5
	ORR  R4, R5
	CBNZ R5, done
	ADD  $64, R0
	B    loop

done:
	SUB  R3, R0
	MOVD R0, ret+24(FP)
	RET

// func wild(p *byte, n, pos int, boxes *[8][16]uint8) bool
TEXT ·wild(SB), NOSPLIT, $0-33
	MOVD   p+0(FP), R0
	MOVD   n+8(FP), R1
	MOVD   pos+16(FP), R2
	MOVD   boxes+24(FP), R3
	VLD1.P 64(R3), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1   (R3), [V20.B16, V21.B16, V22.B16, V23.B16]
	MOVD   $iota<>(SB), R4
	VLD1   (R4), [V31.B16]
	VMOVI  $0x0f, V24.B16
	VMOVI  $0xe0, V25.B16
	VMOVI  $0xf0, V26.B16
	VMOVI  $0x80, V27.B16
	VEOR   V29.B16, V29.B16, V29.B16 // what is doubtful

	// R4: where to stop; behind the end of the text, if that is near.
	ADD $64, R2, R4
	ADD $1, R1, R5
	CMP R1, R4
	CSEL LT, R4, R5, R4

	// V0: the 16 bytes in front of R2; then V1: those from R2 on.
	VEOR V0.B16, V0.B16, V0.B16
	CBZ  R2, next
	ADD  R0, R2, R6
	SUB  $16, R6
	VLD1 (R6), [V0.B16]

next:
	ADD R0, R2, R6
	SUB R2, R1, R5
	CMP $16, R5
	BLT last
	VLD1 (R6), [V1.B16]
	B    loaded

last:
	ADD R0, R1, R6
	SUB $16, R6
	MOVD $16, R7
	SUB R5, R7
	SHIFT(R7, V1)

loaded:
	VEXT  $15, V1.B16, V0.B16, V2.B16 // one place earlier
	VEXT  $14, V1.B16, V0.B16, V3.B16 // two
	VEXT  $13, V1.B16, V0.B16, V4.B16 // three
	VUSHR $4, V2.B16, V5.B16
	VAND  V24.B16, V2.B16, V2.B16
	VUSHR $4, V1.B16, V6.B16
	VAND  V24.B16, V1.B16, V7.B16
	VTBL  V5.B16, [V16.B16], V8.B16
	VTBL  V2.B16, [V17.B16], V9.B16
	VTBL  V6.B16, [V18.B16], V10.B16
	VTBL  V7.B16, [V19.B16], V11.B16
	VTBL  V5.B16, [V20.B16], V12.B16
	VTBL  V2.B16, [V21.B16], V13.B16
	VTBL  V6.B16, [V22.B16], V14.B16
	VTBL  V7.B16, [V23.B16], V15.B16
	VAND  V8.B16, V9.B16, V8.B16
	VAND  V10.B16, V11.B16, V10.B16
	VAND  V12.B16, V13.B16, V12.B16
	VAND  V14.B16, V15.B16, V14.B16
	VAND  V8.B16, V10.B16, V8.B16
	VAND  V12.B16, V14.B16, V12.B16

	// There is no comparison "not less", but there is a maximum.
	VUMAX V25.B16, V3.B16, V5.B16
	VUMAX V26.B16, V4.B16, V6.B16
	VCMEQ V5.B16, V3.B16, V5.B16
	VCMEQ V6.B16, V4.B16, V6.B16
	VORR  V5.B16, V6.B16, V5.B16
	VAND  V27.B16, V5.B16, V5.B16
	VEOR  V5.B16, V8.B16, V8.B16
	VORR  V8.B16, V29.B16, V29.B16
	VORR  V12.B16, V29.B16, V29.B16

	VORR V1.B16, V1.B16, V0.B16
	ADD  $16, R2
	CMP  R4, R2
	BLT  next

	VMOV V29.D[0], R5
	VMOV V29.D[1], R6
	ORR  R5, R6
	CMP  $0, R6
	CSET NE, R6
	MOVB R6, ret+32(FP)
	RET
