import { type HTMLElement, parse } from 'node-html-parser'

export type FormFields =
  | Readonly<Record<string, string | File | readonly (string | File)[]>>
  | FormData

export interface RequestDetails {
  readonly headers?: Readonly<Record<string, string>>
  /** The address at the other end of the connection. */
  readonly peer?: string
  /** A raw body to send in place of a form. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

type Door = { handle(request: Request, client: { peer: string }): Promise<Response> }

/** A response that has been read. */
export class Page {
  readonly url: string
  readonly response: Response
  readonly html: string
  #document: HTMLElement | undefined

  constructor(url: string, response: Response, html: string) {
    this.url = url
    this.response = response
    this.html = html
  }

  get status(): number {
    return this.response.status
  }

  /** The target of a redirect, without the origin when it stays on the site. */
  get location(): string | null {
    const location = this.response.headers.get('location')
    if (location === null) return null
    const { origin, pathname, search, hash } = new URL(location, this.url)
    const path = pathname + search + hash
    return origin === new URL(this.url).origin ? path : origin + path
  }

  get document(): HTMLElement {
    this.#document ??= parse(this.html, { comment: false })
    return this.#document
  }

  /** The visible text, in one line. */
  text(selector = 'body'): string {
    return wordsOf(this.$(selector))
  }

  /** The first element that matches; throws when there is none. */
  $(selector: string): HTMLElement {
    const found = this.document.querySelector(selector)
    if (!found)
      throw new Error(
        `${this.url} (${this.status}) has no ${selector}:\n${this.html.slice(0, 4000)}`,
      )
    return found
  }

  $$(selector: string): HTMLElement[] {
    return this.document.querySelectorAll(selector)
  }

  has(selector: string): boolean {
    return this.document.querySelector(selector) !== null
  }
}

function wordsOf(element: HTMLElement): string {
  for (const unread of element.querySelectorAll('script, style, template')) unread.remove()
  return element.textContent.replaceAll(/\s+/g, ' ').trim()
}

/** A browser without JavaScript: it stores cookies, sends forms and follows redirects. */
export class Browsing {
  readonly #door: Door
  readonly #origin: string
  readonly cookies = new Map<string, string>()

  constructor(door: Door, origin: string) {
    this.#door = door
    this.#origin = origin
  }

  get(path: string, details: RequestDetails = {}): Promise<Page> {
    return this.#ask(path, { headers: details.headers ?? {} }, details.peer)
  }

  /** Posts a form; a field with several values, or files, as browsers send them. */
  post(path: string, form: FormFields = {}, details: RequestDetails = {}): Promise<Page> {
    const body = details.body ?? bodyOf(form)
    const headers = {
      Origin: this.#origin,
      'Sec-Fetch-Site': 'same-origin',
      ...details.headers,
    }
    return this.#ask(path, { method: 'POST', body, headers }, details.peer)
  }

  submit(
    page: Page,
    selector: string,
    fields: FormFields = {},
    details: RequestDetails = {},
  ): Promise<Page> {
    const form = page.$(selector)
    const body = shownIn(form)
    for (const [name, values] of fieldsOf(fields)) {
      body.delete(name)
      for (const value of values) body.append(name, value)
    }
    const action = new URL(form.getAttribute('action') ?? '', page.url)
    if (form.getAttribute('method')?.toLowerCase() === 'post') {
      return this.post(action.href, body, details)
    }
    for (const [name, value] of body) {
      if (typeof value === 'string') action.searchParams.append(name, value)
    }
    return this.get(action.href, details)
  }

  /** Follows redirects until a page is reached. */
  async follow(page: Page): Promise<Page> {
    let at = page
    for (let steps = 0; at.location !== null && steps < 10; steps++)
      at = await this.get(at.location)
    return at
  }

  takeCookie(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    const isGone =
      value === '' ||
      attributes.some((one) => /^(max-age=(0|-\d+)|expires=.*\b1970\b.*)$/i.test(one))
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  async #ask(path: string, init: RequestInit, peer = '127.0.0.1'): Promise<Page> {
    const url = new URL(path, this.#origin)
    if (url.origin !== this.#origin) throw new Error(`${url} is not on this site`)
    const headers = new Headers(init.headers)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('Cookie', cookie)
    if (!headers.has('Host')) headers.set('Host', url.host)
    const response = await this.#door.handle(new Request(url, { ...init, headers }), { peer })
    for (const setCookie of response.headers.getSetCookie()) this.takeCookie(setCookie)
    return new Page(url.href, response, await response.clone().text())
  }
}

function fieldsOf(fields: FormFields): [string, readonly (string | File)[]][] {
  if (fields instanceof FormData) {
    return [...new Set(fields.keys())].map((name) => [name, fields.getAll(name)])
  }
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || value instanceof File ? [value] : value,
  ])
}

function bodyOf(fields: FormFields): FormData | URLSearchParams {
  const entries = fieldsOf(fields).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  )
  if (entries.every((entry): entry is readonly [string, string] => typeof entry[1] === 'string')) {
    return new URLSearchParams(entries.map(([name, value]) => [name, value]))
  }
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** What a browser would send for an untouched form. */
export function shownIn(form: HTMLElement): FormData {
  const shown = new FormData()
  for (const field of form.querySelectorAll('input[name], textarea[name], select[name]')) {
    const name = field.getAttribute('name') ?? ''
    if (field.hasAttribute('disabled')) continue
    if (field.tagName === 'SELECT') {
      const option = field.querySelector('option[selected]') ?? field.querySelector('option')
      if (option) shown.append(name, option.getAttribute('value') ?? option.textContent)
    } else if (field.tagName === 'TEXTAREA') {
      shown.append(name, field.textContent)
    } else {
      const type = field.getAttribute('type') ?? 'text'
      if (['submit', 'button', 'file', 'image', 'reset'].includes(type)) continue
      if (['checkbox', 'radio'].includes(type) && !field.hasAttribute('checked')) continue
      shown.append(name, field.getAttribute('value') ?? '')
    }
  }
  return shown
}
