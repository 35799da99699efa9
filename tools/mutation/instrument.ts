import type { Mutant } from './find-mutants.ts'

/**
 * The file with all its mutants, each behind a switch: `mutants_(7)` is true while that mutant is
 * under test. So one import serves all mutants.
 */
export function instrument(path: string, text: string, mutants: readonly Mutant[]): string {
  if (mutants.length === 0) return text
  const head = `const mutants_ = globalThis.mutants_?.(${JSON.stringify(path)}) ?? (() => false);`
  return head + render(text, mutants, 0, text.length)
}

/** The text of this range with its mutants, which must be in the order of the text. */
function render(text: string, mutants: readonly Mutant[], start: number, end: number): string {
  let rendered = ''
  let at = start
  let rest = mutants
  while (rest[0]) {
    const { start: from, end: to, isStatement } = rest[0]
    // A statement without a semicolon has the same range as its expression, and comes first.
    const same = rest.filter(
      (one) => one.start === from && one.end === to && one.isStatement === isStatement,
    )
    const within = rest.filter((one) => one.start < to && !same.includes(one))
    rest = rest.filter((one) => one.start >= to)
    const original = render(text, within, from, to)
    rendered += text.slice(at, from) + switched(same, original)
    at = to
  }
  return rendered + text.slice(at, end)
}

function switched(mutants: readonly Mutant[], original: string): string {
  if (mutants[0]?.isStatement) return `{ if (!mutants_(${mutants[0].number})) { ${original} } }`
  const cases = mutants.map(
    ({ number, replacement }) => `mutants_(${number}) ? (${replacement}) : `,
  )
  return `(${cases.join('')}(${original}))`
}
