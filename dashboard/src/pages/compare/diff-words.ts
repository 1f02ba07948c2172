/** A piece of a text; `isOwn`: the other text does not have it at this place. */
export type Piece = { text: string; isOwn: boolean }

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const split = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Longest common sequence: `lengths[i][j]` is the one of what follows word i and word j. */
function commonLengths(one: string[], other: string[]): Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return lengths
}

function add(pieces: Piece[], text: string, isOwn: boolean): void {
  const last = pieces.at(-1)
  if (last?.isOwn === isOwn) last.text += text
  else pieces.push({ text, isOwn })
}

/** Both texts in pieces, by words, also where a language writes no spaces between them. */
export function diffWords(first: string, second: string): [Piece[], Piece[]] {
  const [one, other] = [split(first), split(second)]
  const lengths = commonLengths(one, other)
  const pieces: [Piece[], Piece[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]]
    if (left !== undefined && left === right) {
      add(pieces[0], left, false)
      add(pieces[1], left, false)
      i++
      j++
    } else if (left !== undefined && (right === undefined || isLeftFirst(lengths, i, j))) {
      add(pieces[0], left, true)
      i++
    } else {
      add(pieces[1], right ?? '', true)
      j++
    }
  }
  return [joinOwn(pieces[0]), joinOwn(pieces[1])]
}

/** Leaving out the word of the first text keeps at least as much in common. */
const isLeftFirst = (lengths: Uint16Array[], i: number, j: number): boolean =>
  (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)

/** A space between two marked words is marked, too: it is one passage for a reader. */
function joinOwn(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const [at, { text, isOwn }] of pieces.entries()) {
    const isBetween = text.trim() === '' && joined.at(-1)?.isOwn && pieces[at + 1]?.isOwn
    add(joined, text, isOwn || Boolean(isBetween))
  }
  return joined
}
