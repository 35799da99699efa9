/**
 * The word that was probably meant; null if none is near enough. The first letter is seldom wrong, and
 * other words differ in it: 'none' is not 'bone'. `known`: the best first.
 */
export function correctionOf(typed: string, known: readonly string[]): string | null {
  const maxEdits = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
  if (maxEdits === 0 || /\d/.test(typed)) return null
  const bits = characterBits(typed)
  let best: string | null = null
  let least = maxEdits + 1
  for (const word of known) {
    if (word[0] !== typed[0] || word.length < 3) continue
    if (Math.abs(word.length - typed.length) >= least) continue
    // A cheap bound: each edit changes at most two letters of the sets.
    if (bitsIn(bits ^ characterBits(word)) > 2 * (least - 1)) continue
    const distance = distanceBetween(typed, word, least - 1)
    if (distance < least) {
      best = word
      least = distance
      if (least === 1) break
    }
  }
  return best
}

/** Two words written as one, such as 'reddress'; null if it is not. */
export function splitOf(typed: string, isKnown: (word: string) => boolean): string | null {
  for (let at = 3; at <= typed.length - 3; at++) {
    const [left, right] = [typed.slice(0, at), typed.slice(at)]
    if (isKnown(left) && isKnown(right)) return `${left} ${right}`
  }
  return null
}

/** A bit for each letter that a word has. */
function characterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % 32)
  return bits
}

function bitsIn(bits: number): number {
  let left = bits
  let count = 0
  while (left !== 0) {
    left &= left - 1
    count++
  }
  return count
}

/**
 * Letters added, left out, replaced or swapped with a neighbor (optimal string alignment); more than
 * `maxEdits` when it is more.
 */
function distanceBetween(one: string, other: string, maxEdits: number): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > maxEdits) return maxEdits + 1
    before = last
    last = next
  }
  return last[other.length] ?? 0
}
