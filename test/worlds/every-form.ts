import type { HTMLElement } from 'node-html-parser'
import type { Person } from '#domain/shared/actors.ts'
import type { Site } from '#test/app.ts'
import { type Page, shownIn } from '#test/browsing.ts'

/** A form on a page, and the person who sees it there. */
export type SeenForm = {
  /** Where it is sent: path and query. */
  readonly path: string
  readonly as: Person | null
  /** What it sends if nobody fills it in. */
  readonly shown: Readonly<Record<string, string>>
  readonly fields: readonly string[]
  readonly hasFile: boolean
}

export type Seen = {
  /** For each address, the last visiting person who could open it. */
  readonly viewers: ReadonlyMap<string, Person | null>
  readonly forms: readonly SeenForm[]
}

/**
 * Visits each start as its person, follows links to every kind of page as the followers, and
 * collects the forms.
 */
export async function everyForm(
  site: Site,
  starts: readonly { readonly path: string; readonly as: Person | null }[],
  followers: readonly (Person | null)[],
): Promise<Seen> {
  const viewers = new Map<string, Person | null>()
  const forms = new Map<string, SeenForm>()
  const waiting = starts.toReversed()
  const visited = new Set<string>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, as } = next
    const what = `${as?.id} ${addressKind(path)}`
    if (visited.has(what) && !starts.includes(next)) continue
    visited.add(what)
    const page = await site.get(path, { as })
    if (page.status === 200) viewers.set(path, as)
    if (!page.response.headers.get('content-type')?.startsWith('text/html')) continue
    for (const link of followers.includes(as) ? page.$$('a[href]') : []) {
      const to = new URL(link.getAttribute('href') ?? '', page.url)
      if (to.origin !== new URL(page.url).origin) continue
      waiting.push({ path: to.pathname + to.search, as })
    }
    for (const form of page.$$('form')) {
      for (const seen of formsOf(form, page, as))
        if (!forms.has(kindOf(seen))) forms.set(kindOf(seen), seen)
    }
  }
  return { viewers, forms: [...forms.values()] }
}

/** Forms with the same effect and the same fields count as one. */
function kindOf({ path, shown, fields }: SeenForm): string {
  const does = [shown.intent, shown.what, shown.ask].join()
  return addressKind(`${path.split('?')[0]} ${does} ${fields.toSorted().join()}`)
}

/** Two addresses that differ only in the item, rental, person or list position count as one. */
export function addressKind(path: string): string {
  return path
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replace(/\b(after|gifts|return_to|start|end|q)=[^&]*/g, '$1=')
    .replace(/^\/search\?.*/, '/search?')
    .replace(/\d+/g, '0')
}

/** The form once for each of its named buttons, because the button decides what it does. */
function formsOf(form: HTMLElement, page: Page, as: Person | null): SeenForm[] {
  if (form.getAttribute('method')?.toLowerCase() !== 'post') return []
  const { pathname, search } = new URL(form.getAttribute('action') ?? '', page.url)
  const shown: Record<string, string> = {}
  for (const [name, value] of shownIn(form)) if (typeof value === 'string') shown[name] = value
  const named = form.querySelectorAll('[name]')
  const fields = [...new Set(named.map((field) => field.getAttribute('name') ?? ''))]
  const hasFile = form.querySelector('input[type=file]') !== null
  const seen = { path: pathname + search, as, fields, hasFile }
  const buttons = form.querySelectorAll('button[name][value]')
  if (buttons.length === 0) return [{ ...seen, shown }]
  return buttons.map((button) => {
    const name = button.getAttribute('name') ?? ''
    return { ...seen, shown: { ...shown, [name]: button.getAttribute('value') ?? '' } }
  })
}
