import { isNode, type Node, part } from './syntax.ts'

/** Keywords and operators of SQL and their replacements. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(?<![<>=!-])<(?![=>@])/g, '<='],
  [/<=/g, '<'],
  [/(?<![<>=-])>(?!=)/g, '>='],
  [/>=/g, '>'],
  [/(?<![<>=!:])=(?![=>])/g, '<>'],
  [/<>/g, '='],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/(?<= )\*(?= )/g, '+'],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\bnot in\b/g, 'in'],
  [/(?<!not )\bin(?= \()/g, 'not in'],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\basc\b/g, 'desc'],
  [/\bdesc\b/g, 'asc'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
]

/** The whole template, once for each changed keyword, operator or number. */
export function sqlMutations(template: Node, text: string): string[] {
  const quasi = part(template, 'quasi')
  const elements = quasi && Array.isArray(quasi.quasis) ? quasi.quasis.filter(isNode) : []
  const found: { readonly at: number; readonly length: number; readonly other: string }[] = []
  for (const { start, value } of elements) {
    const raw = (value as { raw: string }).raw
    // The parser includes the delimiters in an element.
    const from = start + 1
    const words = withoutStrings(raw)
    for (const [pattern, other] of rules)
      for (const { index, 0: word } of words.matchAll(pattern))
        if (!isBetween(words, index)) found.push({ at: from + index, length: word.length, other })
    for (const { index, 0: digits } of raw.matchAll(
      /(?<![\w.$'-])\d+(?![\w.])|(?<=interval ')\d+/g,
    ))
      found.push({ at: from + index, length: digits.length, other: String(Number(digits) + 1) })
  }
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ at, length, other }) =>
        `${text.slice(template.start, at)}${other}${text.slice(at + length, template.end)}`,
    )
}

/** Blanks out quoted texts and comments, keeping the length. */
function withoutStrings(raw: string): string {
  return raw.replace(/'[^']*'|--[^\n]*/g, (one) => ' '.repeat(one.length))
}

/** Whether this `and` belongs to `between … and …`. */
function isBetween(words: string, index: number): boolean {
  const before = words.slice(0, index)
  const between = before.lastIndexOf('between ')
  return words.startsWith('and', index) && between >= 0 && !/\band\b/.test(before.slice(between))
}
