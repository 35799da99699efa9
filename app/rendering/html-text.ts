// Descriptions of other shops are HTML. Only elements that we know are taken for tags: everything else
// between < and > is text that somebody typed. Linear, and never used to make a text safe.

const LINES = new Set('br div dd dl dt hr li ol section table tr ul'.split(' '))
const PARAGRAPHS = new Set('article blockquote h1 h2 h3 h4 h5 h6 p'.split(' '))
const INLINE = new Set(
  'a abbr b center cite code del em figure font i iframe img ins mark meta s small span strike strong style script sub sup tbody td th thead u video'.split(
    ' ',
  ),
)
const SKIPPED = new Set(['script', 'style'])

const TAG = /<(\/?)([a-z][a-z0-9]{0,15})(?=[\s/>])[^<>]*>/gi

/** The text of a description that may be HTML, with its paragraphs and lists as lines. */
export function textOfHtml(html: string): string {
  const text = withoutComments(html)
  const tags = [...text.matchAll(TAG)]
    .map(({ 0: tag, 1: slash, 2: name = '', index }) => {
      return { name: name.toLowerCase(), closes: slash === '/', index, end: index + tag.length }
    })
    .filter(({ name }) => LINES.has(name) || PARAGRAPHS.has(name) || INLINE.has(name))
  if (tags.length === 0) return withCharacters(html)
  // Without elements that make lines, the line ends are those of the text.
  const isLaidOut = tags.some(({ name }) => !INLINE.has(name))
  const parts: string[] = []
  let read = 0
  let skipped: string | null = null
  const take = (end: number) => {
    const part = text.slice(read, end)
    if (skipped === null) parts.push(isLaidOut ? part.replaceAll(/\s+/g, ' ') : part)
  }
  for (const { name, closes, index, end } of tags) {
    take(index)
    read = end
    if (SKIPPED.has(name)) skipped = closes ? null : name
    if (skipped === null) parts.push(lineEnd(name, closes))
  }
  take(text.length)
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
  return withCharacters(lines.join('\n').replaceAll(/\n{3,}/g, '\n\n')).trim()
}

function lineEnd(name: string, closes: boolean): string {
  if (PARAGRAPHS.has(name)) return '\n\n'
  if (name === 'li') return closes ? '' : '\n- '
  return LINES.has(name) ? '\n' : ''
}

function withoutComments(html: string): string {
  const [before = '', ...others] = html.split('<!--')
  return [
    before,
    ...others.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : part)),
  ].join('')
}

const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', hellip: '…' },
  ...{ bull: '•', deg: '°', times: '×', trade: '™', reg: '®', copy: '©', eacute: 'é', egrave: 'è' },
}

/** Replaces character references, such as &amp; and &#39;, and leaves those we do not know. */
function withCharacters(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (reference, decimal?: string, hex?: string, name?: string) =>
      name ? (CHARACTERS[name] ?? reference) : (character(decimal, hex) ?? reference),
  )
}

function character(decimal: string | undefined, hex = ''): string | null {
  const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code < 0x20 || code > 0x10_ffff || isSurrogate ? null : String.fromCodePoint(code)
}
