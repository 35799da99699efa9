import type { Mutant } from './find-mutants.ts'

/** A mutant by its line and what changes in it, which stays the same when lines move. */
export interface Described {
  /** The trimmed line of the source. */
  readonly line: string
  readonly was: string
  readonly becomes: string
}

export function describeMutant(text: string, { start, end, replacement }: Mutant): Described {
  const original = text.slice(start, end)
  const before = sameLength(original, replacement, false)
  const rest = [original.slice(before), replacement.slice(before)] as const
  const after = sameLength(...rest, true)
  const [was, becomes] = rest.map((one) => one.slice(0, one.length - after))
  const at = start + before
  const line = text.slice(
    text.lastIndexOf('\n', at - 1) + 1,
    (text.indexOf('\n', at) + 1 || Infinity) - 1,
  )
  return { line: line.trim(), was: inOneLine(was), becomes: inOneLine(becomes) }
}

/** The length of the common start or end of two texts, in whole words and operators. */
function sameLength(a: string, b: string, isAtEnd: boolean): number {
  const at = (text: string, index: number) => text.at(isAtEnd ? -1 - index : index) ?? ''
  let length = 0
  while (length < Math.min(a.length, b.length) && at(a, length) === at(b, length)) length += 1
  const isWithin = (text: string) =>
    [/\w/, /[<>=!+*-]/].some(
      (kind) => kind.test(at(text, length)) && kind.test(at(text, length - 1)),
    )
  while (length > 0 && (isWithin(a) || isWithin(b))) length -= 1
  return length
}

function inOneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim()
}
