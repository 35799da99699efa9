/** A line of a comparison: as in both texts, only in the old one, or only in the new one. */
export type ComparedLine = {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** A line to show of a comparison; 'skipped' stands for lines that are the same, its text is '…'. */
export type ShownLine = {
  readonly kind: ComparedLine['kind'] | 'skipped'
  readonly text: string
}

/** What changed between two texts, with one line before and after each change; empty: nothing. */
export function changesBetween(before: string, after: string): ShownLine[] {
  const lines = compareTexts(before, after)
  const isChange = (index: number) => lines[index] !== undefined && lines[index].kind !== 'same'
  const shown: ShownLine[] = []
  let last = -1
  lines.forEach((line, index) => {
    if (!isChange(index - 1) && !isChange(index) && !isChange(index + 1)) return
    if (index > last + 1) shown.push({ kind: 'skipped', text: '…' })
    shown.push(line)
    last = index
  })
  return shown
}

/** Beyond this many pairs of lines, a changed part is shown as removed and added as a whole. */
const MAX_PAIRS = 1_000_000

/** The lines of two texts side by side; empty lines are left out. */
export function compareTexts(before: string, after: string): ComparedLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < next.length - start &&
    old[old.length - 1 - end] === next[next.length - 1 - end]
  )
    end++
  return [
    ...marked('same', old.slice(0, start)),
    ...compareLines(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...marked('same', old.slice(old.length - end)),
  ]
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

const marked = (kind: ComparedLine['kind'], lines: readonly string[]): ComparedLine[] =>
  lines.map((text) => ({ kind, text }))

/** By the longest common subsequence. */
function compareLines(old: readonly string[], next: readonly string[]): ComparedLine[] {
  if (old.length * next.length > MAX_PAIRS)
    return [...marked('removed', old), ...marked('added', next)]
  const width = next.length + 1
  // How many lines the rests from `o` and `n` have in common.
  const common = new Uint32Array((old.length + 1) * width)
  const at = (o: number, n: number) => common[o * width + n] ?? 0
  for (let o = old.length - 1; o >= 0; o--)
    for (let n = next.length - 1; n >= 0; n--)
      common[o * width + n] =
        old[o] === next[n] ? at(o + 1, n + 1) + 1 : Math.max(at(o + 1, n), at(o, n + 1))
  const lines: ComparedLine[] = []
  let [o, n] = [0, 0]
  while (o < old.length || n < next.length) {
    const [gone = null, come = null] = [old[o], next[n]]
    if (gone !== null && gone === come) {
      lines.push({ kind: 'same', text: gone })
      o++
      n++
    } else if (gone !== null && (come === null || at(o + 1, n) >= at(o, n + 1))) {
      lines.push({ kind: 'removed', text: gone })
      o++
    } else {
      lines.push({ kind: 'added', text: come ?? '' })
      n++
    }
  }
  return lines
}
