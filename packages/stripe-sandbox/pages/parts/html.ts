/** Markup that is safe to send: all inserted text has been escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | Html[] | string | number | false | null | undefined

/** `html\`<p>${name}</p>\``: text is escaped; markup and lists of markup are inserted unchanged. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? ''
  for (const [place, part] of parts.entries()) markup += render(part) + (strings[place + 1] ?? '')
  return new Html(markup)
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map((one) => one.markup).join('')
  if (part === false || part === null || part === undefined) return ''
  return escapeHtml(String(part))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
