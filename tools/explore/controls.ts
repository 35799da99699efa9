import { getFingerprint } from '@antithesishq/bombadil/browser'

/** Something that a person can click now. */
export interface Control {
  /** Names it in its page, the same in every run. */
  readonly key: string
  readonly kind: 'link' | 'submit' | 'button' | 'field' | 'choice' | 'label'
  readonly point: { readonly x: number; readonly y: number }
  readonly fingerprint: object
}

const CLICKABLE =
  'a[href], button, input, textarea, label, summary, [role=tab], [role=option], [role=menuitem]'

/** They end the walk of a role, or change who walks. */
const ENDING = /sign out|delete my account|close my (account|closet)/i

/** What can be clicked in the visible part of the page, and is covered by nothing. */
export function controlsIn(document: Document, window: Window): Control[] {
  const found: Control[] = []
  const seen = new Map<string, number>()
  for (const element of document.querySelectorAll<HTMLElement>(CLICKABLE)) {
    if (element.matches(':disabled, [type=file], [type=hidden]') || leaves(element, window))
      continue
    const point = visiblePoint(element, document, window)
    if (!point) continue
    const name = nameOf(element)
    const number = seen.get(name) ?? 0
    seen.set(name, number + 1)
    found.push({
      key: `${name} ${number}`,
      kind: kindOf(element),
      point,
      fingerprint: getFingerprint(element),
    })
  }
  return found
}

function leaves(element: HTMLElement, window: Window): boolean {
  const words = `${element.innerText ?? ''} ${element.getAttribute('aria-label') ?? ''}`
  if (ENDING.test(words) || element.closest('form[action="/sign-out"]')) return true
  const link = element.closest('a')
  if (!link) return false
  const { origin, pathname } = new URL(link.href, window.location.href)
  // In the sandbox only its pages of payment belong to a walk: others make payments fail on purpose.
  const isTool = /^\/sandbox(\/balance|\/faults)?$/.test(pathname)
  return link.target === '_blank' || origin !== window.location.origin || isTool
}

function visiblePoint(element: HTMLElement, document: Document, window: Window) {
  const box = element.getClientRects()[0]
  if (!box || box.width < 1 || box.height < 1) return null
  const x = box.left + box.width / 2
  const y = box.top + box.height / 2
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return null
  const top = document.elementFromPoint(x, y)
  if (!top) return null
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
  const isOnTop = element.contains(top) || top.contains(element) || label?.contains(top)
  return isOnTop ? { x, y } : null
}

function nameOf(element: HTMLElement): string {
  const words = element.getAttribute('aria-label') ?? element.innerText ?? ''
  const parts = [
    element.tagName,
    element.getAttribute('name'),
    element.getAttribute('type'),
    element.getAttribute('href')?.replaceAll(/[0-9a-f-]{36}/g, ':id'),
    words.replaceAll(/\s+/g, ' ').trim().slice(0, 40),
  ]
  return parts.filter(Boolean).join(' ').toLowerCase()
}

function kindOf(element: HTMLElement): Control['kind'] {
  if (element.matches('a')) return 'link'
  if (element.matches('textarea, input:not([type=checkbox], [type=radio], [type=submit])'))
    return 'field'
  if (element.matches('label')) return 'label'
  if (element.matches('input, summary, [role]')) return 'choice'
  return element instanceof HTMLButtonElement && element.type === 'submit' ? 'submit' : 'button'
}

/** A field that holds text, as it is now. */
export interface Field {
  /** The same as long as the page has this field. */
  readonly key: string
  readonly value: string
}

export const TEXT_FIELDS =
  'textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=submit])'

/** Days are also chosen by clicking a calendar. */
const isTyped = (field: HTMLElement) => field.checkVisibility() && !field.matches('[type=date]')

export function fieldsIn(document: Document): Field[] {
  const seen = new Map<string, number>()
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)]
    .filter(isTyped)
    .map((field) => {
      const name = `${field.form?.getAttribute('action') ?? ''} ${field.name || field.id}`
      const number = seen.get(name) ?? 0
      seen.set(name, number + 1)
      return { key: `${name} ${number}`, value: field.value }
    })
}
