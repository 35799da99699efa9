// The format of legal texts: '## ' starts a part, '- ' a list item, a blank line a paragraph, and
// [words](/address) is a link. Everything else is text.

export type LegalWords = { readonly text: string; readonly to: string | null }

export type LegalBlock =
  | { readonly kind: 'paragraph'; readonly words: readonly LegalWords[] }
  | { readonly kind: 'list'; readonly points: readonly (readonly LegalWords[])[] }

export type LegalPart = {
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

export type LegalText = {
  /** What comes before the first part. */
  readonly introduction: readonly LegalBlock[]
  readonly parts: readonly LegalPart[]
}

const PART = '## '
const POINT = '- '

/** A line of a legal text for people: a link is its words and its address, '[Help](/help)' 'Help (/help)'. */
export function lineInWords(line: string): string {
  if (line.startsWith(PART)) return line.slice(PART.length).trim()
  const words = wordsIn(line).map(({ text, to }) => (to === null ? text : `${text} (${to})`))
  return words.join('').replace(/^- /, '• ')
}

/** Parses a legal text in one pass; every text is valid. */
export function readLegalText(body: string): LegalText {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }]
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    if (line.startsWith(PART)) sections.push({ title: line.slice(PART.length).trim(), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  const [first, ...rest] = sections
  return {
    introduction: blocksIn(first?.lines ?? []),
    parts: rest.map(({ title, lines }, index) => ({
      id: `part-${index + 1}`,
      title,
      blocks: blocksIn(lines),
    })),
  }
}

function blocksIn(lines: readonly string[]): LegalBlock[] {
  const groups: string[][] = [[]]
  for (const line of lines) {
    const last = groups.at(-1)
    const isPoint = line.startsWith(POINT)
    const wasPoint = last?.[0]?.startsWith(POINT) ?? false
    if (line.trim() === '') groups.push([])
    else if (last && last.length > 0 && isPoint !== wasPoint) groups.push([line])
    else last?.push(line)
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) =>
      group[0]?.startsWith(POINT)
        ? {
            kind: 'list',
            points: group.map((line) => wordsIn(line.slice(POINT.length).trim())),
          }
        : { kind: 'paragraph', words: wordsIn(group.join(' ').trim()) },
    )
}

/** Only pages of this site, https pages and email addresses are links. */
const LINKED = /^(\/(?!\/)|https:\/\/|mailto:)\S*$/

function wordsIn(text: string): LegalWords[] {
  const words: LegalWords[] = []
  const say = (plain: string) => plain !== '' && words.push({ text: plain, to: null })
  let at = 0
  for (;;) {
    const middle = text.indexOf('](', at)
    const opened = middle < 0 ? -1 : text.lastIndexOf('[', middle)
    const closed = middle < 0 ? -1 : text.indexOf(')', middle)
    if (middle < 0 || closed < 0) break
    const to = text.slice(middle + 2, closed)
    if (opened >= at && LINKED.test(to)) {
      say(text.slice(at, opened))
      words.push({ text: text.slice(opened + 1, middle), to })
    } else say(text.slice(at, closed + 1))
    at = closed + 1
  }
  say(text.slice(at))
  return words
}
