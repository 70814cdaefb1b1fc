;; One look at a chunk, 64 bytes at a time: what in it may matter to the views of redaction.
;;
;; A byte's two halves look up eight bits each; those it has in both say its classes. Bits 0 to 3: it may be part of
;; a spelled-out value. Bits 4 to 7: it may stand between a value's bytes.
;;
;; Memory:    0  UPPER     16 bytes, by the upper half of a byte; 16 LOWER: the same by the lower half
;;           56  ENDS      where each list below ends: samples, offsets, lines, windows, repeats of period 2, 3, 4, 5
;;           96  LAST      by period, 4 bytes each from period 2 on: the last place in the list
;;         1024  INPUT     the chunk, 65536 bytes at most, then 128 bytes of digits; 16 bytes before it: 15 of no class, a line feed
;;       131072  lines, 393216 windows, 458752 repeats, 131072 bytes a period, 983040 offsets, 1310720 samples:
;;               places in the chunk, 4 bytes each
;;      1441792  JOINS     65536 bytes: a bit for each hash of three bytes, between two of which a line may end in a value
;;      1507328  LEFT_OUT  256 bytes: 1 for each byte that tells nothing about what stands next to it
;;      1572864  SET       262144 bytes: a bit for each hash of a sample
(module
  (memory (export "memory") 28 28)

  ;; A bit for each byte of the four that is not 0, the first one's lowest.
  (func $bits (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result i64)
    (i64.or
      (i64.extend_i32_u
        (i32.or
          (i8x16.bitmask (local.get $a))
          (i32.shl (i8x16.bitmask (local.get $b)) (i32.const 16))))
      (i64.shl
        (i64.extend_i32_u
          (i32.or
            (i8x16.bitmask (local.get $c))
            (i32.shl (i8x16.bitmask (local.get $d)) (i32.const 16))))
        (i64.const 32))))

  ;; The class bits of each byte.
  (func $classes (param $bytes v128) (result v128)
    (v128.and
      (i8x16.relaxed_swizzle (v128.load (i32.const 0)) (i8x16.shr_u (local.get $bytes) (i32.const 4)))
      (i8x16.relaxed_swizzle
        (v128.load (i32.const 16))
        (v128.and (local.get $bytes) (i8x16.splat (i32.const 15))))))

  ;; All ones for each byte without these class bits.
  (func $without (param $classes v128) (param $these v128) (result v128)
    (i8x16.eq (v128.and (local.get $classes) (local.get $these)) (v128.const i64x2 0 0)))

  ;; Adds the place of each bit to a list; returns the list's new end.
  (func $push (param $bits i64) (param $place i32) (param $end i32) (result i32)
    (loop $each
      (i32.store
        (local.get $end)
        (i32.add (local.get $place) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
      (local.set $end (i32.add (local.get $end) (i32.const 4)))
      (local.set $bits (i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
      (br_if $each (i64.ne (local.get $bits) (i64.const 0))))
    (local.get $end))

  ;; A bit for each of 64 bytes that is not the same as the next one.
  (func $changes (param $at i32) (result i64)
    (i64.xor
      (call $bits
        (i8x16.eq (v128.load (local.get $at)) (v128.load offset=1 (local.get $at)))
        (i8x16.eq (v128.load offset=16 (local.get $at)) (v128.load offset=17 (local.get $at)))
        (i8x16.eq (v128.load offset=32 (local.get $at)) (v128.load offset=33 (local.get $at)))
        (i8x16.eq (v128.load offset=48 (local.get $at)) (v128.load offset=49 (local.get $at))))
      (i64.const -1)))

  ;; Whether JOINS has three bytes, the first one highest.
  (func $joins (param $three i32) (result i32)
    (local.set $three
      (i32.shr_u (i32.mul (local.get $three) (i32.const 0x9e3779b1)) (i32.const 13)))
    (i32.and
      (i32.shr_u
        (i32.load8_u offset=1441792 (i32.shr_u (local.get $three) (i32.const 3)))
        (i32.and (local.get $three) (i32.const 7)))
      (i32.const 1)))

  ;; As $push for line feeds: only those at which a value may go on. The last two places of the chunk count always.
  (func $pushLines (param $bits i64) (param $place i32) (param $end i32) (param $last i32) (result i32)
    (local $line i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (loop $each
      (local.set $line
        (i32.add (local.get $place) (i32.wrap_i64 (i64.ctz (local.get $bits)))))
      (local.set $a (i32.load8_u offset=1022 (local.get $line)))
      (local.set $b (i32.load8_u offset=1023 (local.get $line)))
      (local.set $c (i32.load8_u offset=1025 (local.get $line)))
      (local.set $d (i32.load8_u offset=1026 (local.get $line)))
      (local.set $b (i32.or (i32.shl (local.get $b) (i32.const 8)) (local.get $c)))
      (i32.store (local.get $end) (local.get $line))
      (local.set $end
        (i32.add
          (local.get $end)
          (i32.shl
            (i32.or
              (i32.or
                (i32.ge_s (local.get $line) (i32.sub (local.get $last) (i32.const 1)))
                (i32.or
                  (call $joins (i32.or (i32.shl (local.get $a) (i32.const 16)) (local.get $b)))
                  (call $joins (i32.or (i32.shl (local.get $b) (i32.const 8)) (local.get $d)))))
              (i32.or
                (i32.or
                  (i32.load8_u offset=1507328 (local.get $a))
                  (i32.load8_u offset=1507328 (local.get $d)))
                (i32.or
                  (i32.load8_u offset=1507328 (i32.shr_u (local.get $b) (i32.const 8)))
                  (i32.load8_u offset=1507328 (local.get $c)))))
            (i32.const 2))))
      (local.set $bits (i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
      (br_if $each (i64.ne (local.get $bits) (i64.const 0))))
    (local.get $end))

  ;; All ones for each separator that stands again one period on.
  (func $repeated (param $at i32) (param $period i32) (result v128)
    (local $bytes v128)
    (local.set $bytes (v128.load (local.get $at)))
    (v128.andnot
      (i8x16.eq (local.get $bytes) (v128.load (i32.add (local.get $at) (local.get $period))))
      (call $without (call $classes (local.get $bytes)) (i8x16.splat (i32.const 0xf0)))))

  ;; Adds to the period's list where, near the 64 bytes at $at, a separator begins to repeat.
  (func $addRepeats (param $at i32) (param $period i32)
    (call $addRepeatsOf56 (i32.sub (local.get $at) (i32.const 16)) (local.get $period))
    (call $addRepeatsOf56 (i32.add (local.get $at) (i32.const 32)) (local.get $period)))

  ;; The same in the 56 bytes from $at on: three times for period 2; for the others all of it twice.
  (func $addRepeatsOf56 (param $at i32) (param $period i32)
    (local $each i64) (local $all i64) (local $changes i64)
    (local $shift i32) (local $place i32) (local $ends i32) (local $last i32)
    (local.set $each
      (call $bits
        (call $repeated (local.get $at) (local.get $period))
        (call $repeated (i32.add (local.get $at) (i32.const 16)) (local.get $period))
        (call $repeated (i32.add (local.get $at) (i32.const 32)) (local.get $period))
        (call $repeated (i32.add (local.get $at) (i32.const 48)) (local.get $period))))
    (local.set $all (local.get $each))
    (local.set $shift (i32.sub (local.get $period) (i32.const 2)))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $shift)))
        (local.set $all
          (i64.and
            (local.get $all)
            (i64.shr_u (local.get $each) (i64.extend_i32_u (local.get $shift)))))
        (local.set $shift (i32.sub (local.get $shift) (i32.const 1)))
        (br $next)))
    (local.set $all
      (i64.and (local.get $all) (i64.shr_u (local.get $all) (i64.extend_i32_u (local.get $period)))))
    ;; A row of blanks repeats too: no value has two of them next to each other.
    (local.set $changes (call $changes (local.get $at)))
    (local.set $each (local.get $changes))
    (local.set $shift (i32.sub (i32.shl (local.get $period) (i32.const 1)) (i32.const 2)))
    (loop $next
      (local.set $each
        (i64.or
          (local.get $each)
          (i64.shr_u (local.get $changes) (i64.extend_i32_u (local.get $shift)))))
      (local.set $shift (i32.sub (local.get $shift) (i32.const 1)))
      (br_if $next (local.get $shift)))
    (local.set $all (i64.and (local.get $all) (local.get $each)))
    ;; Only the first of those in a row.
    (local.set $all
      (i64.and
        (local.get $all)
        (i64.xor
          (i64.shl (local.get $all) (i64.extend_i32_u (local.get $period)))
          (i64.const -1))))
    ;; Only those that are not in the list.
    (local.set $last (i32.add (i32.const 88) (i32.shl (local.get $period) (i32.const 2))))
    (local.set $place (i32.sub (local.get $at) (i32.const 1024)))
    (local.set $shift
      (i32.sub (i32.add (i32.load (local.get $last)) (i32.const 1)) (local.get $place)))
    (if (i32.gt_s (local.get $shift) (i32.const 63)) (then (return)))
    (if (i32.gt_s (local.get $shift) (i32.const 0))
      (then
        (local.set $all
          (i64.and
            (local.get $all)
            (i64.shl (i64.const -1) (i64.extend_i32_u (local.get $shift)))))))
    (if (i64.eqz (local.get $all)) (then (return)))
    (local.set $ends (i32.add (i32.const 64) (i32.shl (local.get $period) (i32.const 2))))
    (i32.store
      (local.get $ends)
      (call $push (local.get $all) (local.get $place) (i32.load (local.get $ends))))
    (i32.store
      (local.get $last)
      (i32.load (i32.sub (i32.load (local.get $ends)) (i32.const 4)))))

  ;; Pairs of separators: neighbours, or for period 2 those with one byte between them.
  (func $pairs (param $separators v128) (param $distance i32) (result v128)
    (v128.and
      (local.get $separators)
      (i64x2.shr_u (local.get $separators) (local.get $distance))))

  ;; The bits, and beside them the last 16 of those before and the first 48.
  (func $withBefore (param $bits i64) (param $before i64) (result v128)
    (i64x2.replace_lane 1
      (i64x2.splat (local.get $bits))
      (i64.or
        (i64.shr_u (local.get $before) (i64.const 48))
        (i64.shl (local.get $bits) (i64.const 16)))))

  ;; Where four separators stand two apart.
  (func $apart2 (param $separators v128) (result v128)
    (call $pairs (call $pairs (local.get $separators) (i32.const 2)) (i32.const 4)))

  ;; Adds to each period's list near the 64 bytes at $at, when there is something else between the separators: blanks
  ;; in a row are no reason to look. $pairs: of neighbours.
  (func $addAllRepeats (param $at i32) (param $separators v128) (param $pairs v128)
    (local $changes v128) (local $period i32)
    (local.set $changes
      (call $withBefore
        (call $changes (local.get $at))
        (call $changes (i32.sub (local.get $at) (i32.const 64)))))
    (if
      (v128.any_true
        (v128.and
          (call $apart2 (local.get $separators))
          (v128.or (local.get $changes) (i64x2.shr_u (local.get $changes) (i32.const 2)))))
      (then (call $addRepeats (local.get $at) (i32.const 2))))
    ;; The last two separators before another byte.
    (local.set $changes
      (v128.and (local.get $pairs) (i64x2.shr_u (local.get $changes) (i32.const 1))))
    (local.set $period (i32.const 3))
    (loop $periods
      (if
        (v128.any_true
          (v128.and (local.get $changes) (i64x2.shr_u (local.get $pairs) (local.get $period))))
        (then (call $addRepeats (local.get $at) (local.get $period))))
      (local.set $period (i32.add (local.get $period) (i32.const 1)))
      (br_if $periods (i32.lt_u (local.get $period) (i32.const 6)))))

  ;; Lists the multiples of $stride whose four bytes the set has, by the upper bits of their hash; 32 - $shift bits
  ;; say the byte of the set.
  (func (export "samples") (param $length i32) (param $stride i32) (param $shift i32)
    (local $at i32) (local $end i32) (local $hash i32) (local $list i32) (local $low i32)
    (local.set $list (i32.const 1310720))
    (local.set $low (i32.sub (local.get $shift) (i32.const 3)))
    (local.set $end (i32.sub (local.get $length) (i32.const 3)))
    (if (i32.gt_s (local.get $end) (i32.const 0))
      (then
        (loop $next
          (local.set $hash
            (i32.mul (i32.load offset=1024 align=1 (local.get $at)) (i32.const 0x9e3779b1)))
          ;; Stored always, and kept when the bit is set: faster than to choose.
          (i32.store (local.get $list) (local.get $at))
          (local.set $list
            (i32.add
              (local.get $list)
              (i32.shl
                (i32.and
                  (i32.shr_u
                    (i32.load8_u offset=1572864 (i32.shr_u (local.get $hash) (local.get $shift)))
                    (i32.and (i32.shr_u (local.get $hash) (local.get $low)) (i32.const 7)))
                  (i32.const 1))
                (i32.const 2))))
          (local.set $at (i32.add (local.get $at) (local.get $stride)))
          (br_if $next (i32.lt_s (local.get $at) (local.get $end))))))
    (i32.store (i32.const 56) (local.get $list)))

  ;; $width: of so many bytes for spelling in a row the first is a window: 2, 4, 8 or 16.
  (func (export "survey") (param $length i32) (param $width i32)
    (local $at i32) (local $end i32) (local $place i32) (local $lines i32) (local $windows i32) (local $offsets i32) (local $period i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $ra v128) (local $rb v128) (local $rc v128) (local $rd v128)
    (local $line v128) (local $spelling v128) (local $separator v128)
    (local $found i64) (local $lineBits i64) (local $spells i64) (local $two i64) (local $four i64) (local $before i64)
    (local.set $line (i8x16.splat (i32.const 10)))
    (local.set $spelling (i8x16.splat (i32.const 0x0f)))
    (local.set $separator (i8x16.splat (i32.const 0xf0)))
    (local.set $at (i32.const 1024))
    (local.set $end (i32.add (i32.const 1024) (local.get $length)))
    (local.set $lines (i32.const 131072))
    (local.set $windows (i32.const 393216))
    (local.set $offsets (i32.const 983040))
    (local.set $period (i32.const 2))
    (loop $periods
      (i32.store
        (i32.add (i32.const 64) (i32.shl (local.get $period) (i32.const 2)))
        (i32.add (i32.const 196608) (i32.shl (local.get $period) (i32.const 17))))
      (i32.store (i32.add (i32.const 88) (i32.shl (local.get $period) (i32.const 2))) (i32.const -1))
      (local.set $period (i32.add (local.get $period) (i32.const 1)))
      (br_if $periods (i32.lt_u (local.get $period) (i32.const 6))))
    (loop $next
      (local.set $a (v128.load (local.get $at)))
      (local.set $b (v128.load offset=16 (local.get $at)))
      (local.set $c (v128.load offset=32 (local.get $at)))
      (local.set $d (v128.load offset=48 (local.get $at)))
      (local.set $place (i32.sub (local.get $at) (i32.const 1024)))

      (local.set $found
        (call $bits
          (i8x16.eq (local.get $a) (local.get $line))
          (i8x16.eq (local.get $b) (local.get $line))
          (i8x16.eq (local.get $c) (local.get $line))
          (i8x16.eq (local.get $d) (local.get $line))))
      (local.set $lineBits (local.get $found))
      (if (i64.ne (local.get $found) (i64.const 0))
        (then
          (local.set $lines
            (call $pushLines
              (local.get $found)
              (local.get $place)
              (local.get $lines)
              (i32.sub (local.get $length) (i32.const 1))))))

      (local.set $ra (call $classes (local.get $a)))
      (local.set $rb (call $classes (local.get $b)))
      (local.set $rc (call $classes (local.get $c)))
      (local.set $rd (call $classes (local.get $d)))
      (local.set $found
        (call $bits
          (call $without (local.get $ra) (local.get $spelling))
          (call $without (local.get $rb) (local.get $spelling))
          (call $without (local.get $rc) (local.get $spelling))
          (call $without (local.get $rd) (local.get $spelling))))
      (local.set $found (i64.xor (local.get $found) (i64.const -1)))
      (local.set $spells (local.get $found))
      (local.set $two (i64.and (local.get $found) (i64.shr_u (local.get $found) (i64.const 1))))
      (local.set $four (i64.and (local.get $two) (i64.shr_u (local.get $two) (i64.const 2))))
      (local.set $found (local.get $two))
      (if (i32.gt_u (local.get $width) (i32.const 2)) (then (local.set $found (local.get $four))))
      (if (i32.gt_u (local.get $width) (i32.const 4))
        (then
          (local.set $found
            (i64.and (local.get $found) (i64.shr_u (local.get $found) (i64.const 4))))))
      (if (i32.gt_u (local.get $width) (i32.const 8))
        (then
          (local.set $found
            (i64.and (local.get $found) (i64.shr_u (local.get $found) (i64.const 8))))))
      (local.set $found
        (i64.and
          (local.get $found)
          (i64.xor (i64.shl (local.get $found) (i64.const 1)) (i64.const -1))))
      (if (i64.ne (local.get $found) (i64.const 0))
        (then
          (local.set $windows (call $push (local.get $found) (local.get $place) (local.get $windows)))))

      (local.set $found
        (call $bits
          (call $without (local.get $ra) (local.get $separator))
          (call $without (local.get $rb) (local.get $separator))
          (call $without (local.get $rc) (local.get $separator))
          (call $without (local.get $rd) (local.get $separator))))
      (local.set $found (i64.xor (local.get $found) (i64.const -1)))
      (if (i64.ne (local.get $lineBits) (i64.const 0))
        (then
          ;; Line feeds with six bytes behind them that spell and do not separate, or with fewer and the end of the 64.
          (local.set $spells
            (i64.and (local.get $spells) (i64.xor (local.get $found) (i64.const -1))))
          (local.set $two (i64.and (local.get $spells) (i64.shr_u (local.get $spells) (i64.const 1))))
          (local.set $four (i64.and (local.get $two) (i64.shr_u (local.get $two) (i64.const 2))))
          (local.set $lineBits
            (i64.and
              (local.get $lineBits)
              (i64.or
                (i64.const 0xfc00000000000000)
                (i64.shr_u
                  (i64.and (local.get $four) (i64.shr_u (local.get $two) (i64.const 4)))
                  (i64.const 1)))))
          (if (i64.ne (local.get $lineBits) (i64.const 0))
            (then
              (local.set $offsets
                (call $push (local.get $lineBits) (local.get $place) (local.get $offsets)))))))
      ;; These 64, and the 16 before with 48 of them: nothing that is looked for is longer than 16.
      (local.set $a (call $withBefore (local.get $found) (local.get $before)))
      (local.set $b (call $pairs (local.get $a) (i32.const 1)))
      (if
        (v128.any_true
          (v128.or
            (call $apart2 (local.get $a))
            (v128.and
              (local.get $b)
              (v128.or
                (i64x2.shr_u (local.get $b) (i32.const 3))
                (v128.or
                  (i64x2.shr_u (local.get $b) (i32.const 4))
                  (i64x2.shr_u (local.get $b) (i32.const 5)))))))
        (then (call $addAllRepeats (local.get $at) (local.get $a) (local.get $b))))
      (local.set $before (local.get $found))

      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32.store (i32.const 60) (local.get $offsets))
    (i32.store (i32.const 64) (local.get $lines))
    (i32.store (i32.const 68) (local.get $windows))))
