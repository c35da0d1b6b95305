// Counts the rows that the data of a fax (CCITT, ITU-T T.4 and T.6) hold. Only the ends of runs are followed, so a page
// of 20 million pixels takes some milliseconds.

type FaxParameters = { k: number; byteAlign: boolean; columns: number }

// The codes of runs of 0 to 63 pixels, and of 64 to 1,728 in steps of 64; then of 1,792 to 2,560 in both colors. Each
// is a number in base 16 whose first bit only shows where the code begins.
const white = `135 47 17 18 1b 1c 1e 1f 33 34 27 28 48 43 74 75 6a 6b a7 8c 88 97 83 84 a8 ab 93 a4 98 102 103 11a 11b 112 113
  114 115 116 117 128 129 12a 12b 12c 12d 104 105 10a 10b 152 153 154 155 124 125 158 159 15a 15b 14a 14b 132 133
  134 3b 32 57 b7 136 137 164 165 168 167 2cc 2cd 2d2 2d3 2d4 2d5 2d6 2d7 2d8 2d9 2da 2db 298 299 29a 58 29b`
const black = `437 a 7 6 b 13 12 23 45 44 84 85 87 104 107 218 417 418 408 867 868 86c 837 828 817 818 10ca 10cb 10cc 10cd 1068
  1069 106a 106b 10d2 10d3 10d4 10d5 10d6 10d7 106c 106d 10da 10db 1054 1055 1056 1057 1064 1065 1052 1053 1024 1037
  1038 1027 1028 1058 1059 102b 102c 105a 1066 1067 40f 10c8 10c9 105b 1033 1034 1035 206c 206d 204a 204b 204c 204d
  2072 2073 2074 2075 2076 2077 2052 2053 2054 2055 205a 205b 2064 2065`
const long = '808 80c 80d 1012 1013 1014 1015 1016 1017 101c 101d 101e 101f'
const maxCodeBits = 13

function tableOf(codes: string): Int32Array {
  const table = new Int32Array(1 << maxCodeBits)
  for (const [i, code] of `${codes} ${long}`.split(/\s+/).entries()) {
    const bits = Number.parseInt(code, 16).toString(2).slice(1)
    const span = 1 << (maxCodeBits - bits.length)
    const start = Number.parseInt(bits, 2) * span
    table.fill(((i < 64 ? i : (i - 63) * 64) << 4) | bits.length, start, start + span)
  }
  return table
}

const tables = [tableOf(white), tableOf(black)]
/** How far a change lies from that in the row before, by the bits of the code. */
const vertical = [
  [1, 0b1, 0],
  [3, 0b011, 1],
  [3, 0b010, -1],
  [6, 0b000011, 2],
  [6, 0b000010, -2],
  [7, 0b0000011, 3],
  [7, 0b0000010, -3],
] as const
const pass = 0b0001
const horizontal = 0b001

/** At most `maxRows`. */
export function faxRows(bytes: Uint8Array, { k, byteAlign, columns }: FaxParameters, maxRows: number): number {
  let at = 0
  const end = bytes.length * 8
  const peek = (count: number) => {
    const byte = at >> 3
    const word = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0)
    return (word >> (24 - (at & 7) - count)) & ((1 << count) - 1)
  }
  /** The length of a run; -1 for what is none. */
  const run = (color: number) => {
    for (let length = 0; ; ) {
      const code = tables[color]![peek(maxCodeBits)]!
      if (code === 0) return -1
      at += code & 15
      length += code >> 4
      if (code >> 4 < 64) return length
    }
  }
  const skipRowEnds = (): number => {
    let found = 0
    while (at < end && peek(11) === 0) {
      while (at < end && peek(1) === 0) at++
      at++
      found++
      if (k > 0 && peek(12) === 0b1_0000_0000_000) at++
    }
    return found
  }
  let before = [columns]
  for (let row = 0; row < maxRows; row++) {
    if (byteAlign) at = (at + 7) & ~7
    if (skipRowEnds() > (k < 0 ? 0 : 2)) return row
    const isOneRow = k === 0 || (k > 0 && peek(1) === 1)
    if (k > 0) at++
    const changes: number[] = []
    let color = 0
    let position = isOneRow ? 0 : -1
    for (let i = 0; position < columns; ) {
      if (isOneRow || peek(3) === horizontal) {
        if (!isOneRow) at += 3
        // Only a pair of runs after a code is complete although its first run ends the row.
        for (let half = 0; half < 2 && position < columns + (isOneRow ? 0 : half); half++) {
          const length = run(color ^ half)
          if (length < 0) return row
          position = Math.max(position, 0) + length
          changes.push(position)
        }
        continue
      }
      while (i > 0 && before[i - 1]! > position) i--
      while (i < before.length && (before[i]! <= position || (i & 1) !== color)) i++
      const change = before[i] ?? columns
      if (peek(4) === pass) {
        at += 4
        position = before[i + 1] ?? columns
        continue
      }
      const step = vertical.find(([count, code]) => peek(count) === code)
      if (step === undefined) return row
      at += step[0]
      position = Math.max(change + step[2], 0)
      changes.push(position)
      color ^= 1
    }
    if (at > end) return row
    before = changes
  }
  return maxRows
}
