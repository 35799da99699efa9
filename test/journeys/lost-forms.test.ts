import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { followLink, hydrated, testBrowser } from '#test/browser/browser.ts'
import { formElement, optionsWithForms } from '#test/worlds/forms-shown.ts'
import { type ScreenAct, screenActs } from '#test/worlds/screen-acts.ts'

const { of, screens, forms } = await optionsWithForms()
const site = await testBrowser(of)

// Chromium's messages about a request that was cut or answered by a failing proxy.
const allowedErrors = /Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/

/** The server's response to a script whose session has ended. */
const signedOut = await (async () => {
  const { response, html } = await site.stranger().post('/profile.data', { full_name: 'Ada' })
  const headers = Object.fromEntries(response.headers)
  delete headers['content-encoding']
  return { status: response.status, headers, body: html }
})()

const failures = ['offline', 'unavailable', 'signed-out'] as const
let formsSoFar = 0

/**
 * Fails each form twice: in transit, at a proxy or because the session has ended. The two failures
 * differ from form to form.
 */
async function failForms(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.route(/\.data(\?|$)/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    const boundary = /boundary=(\S+)/.exec(request.headers()['content-type'] ?? '')?.[1]
    const [form, again] = [Math.floor(sent.length / 2), sent.length % 2]
    // A conversation that reloads meanwhile gets a new key for forms without a script.
    const same = body.replace(/(name="form_key"\r\n\r\n)[\da-f-]{36}/, '$1')
    sent.push(boundary ? same.replaceAll(boundary, '') : same)
    const failure = failures[(formsSoFar + form + again) % 3]
    if (failure === 'offline') return route.abort()
    if (failure === 'unavailable') return route.fulfill({ status: 502, body: 'Bad gateway' })
    return route.fulfill(signedOut)
  })
  return sent
}

const submittedKinds = new Set<string>()

/**
 * Types into the fields of each visible form of a new kind, submits it and tries again after the
 * failure; returns the kinds of these forms and what went wrong.
 */
function submitEachForm(page: Page): Promise<{ kinds: string[]; faults: string[] }> {
  const given = { failures, known: [...submittedKinds], formsSoFar }
  return page.evaluate(async ({ failures, known, formsSoFar }) => {
    /** Forms that differ only in ids and texts are of the same kind. */
    const kindOf = (form: HTMLFormElement) => {
      const fields = [...form.querySelectorAll('[name]')].map((field) => {
        const name = field.getAttribute('name')
        return name === 'intent' ? `intent=${field.getAttribute('value')}` : name
      })
      const { pathname } = new URL(form.getAttribute('action') ?? '', window.location.href)
      return `${pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')} ${fields.join(' ')}`
    }
    const visible = [
      ...document.querySelectorAll<HTMLFormElement>('form[method=post][data-discover]'),
    ]
      // A failed like reverts without a message; forms behind a dialog cannot be submitted.
      .filter((form) => form.checkVisibility() && !form.action.endsWith('/likes'))
      .filter((form) => document.querySelector('dialog:modal')?.contains(form) ?? true)
      .filter((form, index, all) => {
        const kind = kindOf(form)
        return !known.includes(kind) && all.findIndex((other) => kindOf(other) === kind) === index
      })
    const kinds = visible.map(kindOf)
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 6_000 && !isSo(); tries++)
        await new Promise((later) => setTimeout(later, 10))
      return isSo()
    }
    const confirmsLeaving = () =>
      !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const faults: string[] = []
    for (const [index, form] of visible.entries()) {
      const name = form.outerHTML.slice(0, 120)
      const fields = [...form.querySelectorAll('input, textarea')].filter(
        (field): field is HTMLInputElement | HTMLTextAreaElement =>
          (field instanceof HTMLTextAreaElement ||
            (field instanceof HTMLInputElement &&
              ['text', 'email', 'tel', 'password'].includes(field.type))) &&
          field.checkVisibility() &&
          !field.readOnly,
      )
      for (const field of fields) {
        field.focus()
        document.execCommand('insertText', false, 'abc')
      }
      const typed = () => fields.map(({ isConnected, value }) => isConnected && value).join('|')
      const before = typed()
      const { pathname, search } = window.location
      if (fields.length > 0 && !pathname.startsWith('/auth') && !(await until(confirmsLeaving)))
        faults.push(`is left without a question: ${name}`)
      form.noValidate = true
      form.requestSubmit(form.querySelector<HTMLElement>('button:not([type=button])'))
      for (const again of [0, 1]) {
        const reason = failures[(formsSoFar + index + again) % 3]
        const shown = () => form.isConnected && form.querySelector(`[data-failure=${reason}]`)
        if (!(await until(() => Boolean(shown())))) faults.push(`${reason} is not shown: ${name}`)
        if (typed() !== before) faults.push(`${before} became ${typed()}: ${name}`)
        // The router shows the failure before it has restored the address.
        const isStillHere = () =>
          window.location.pathname + window.location.search === pathname + search
        if (!(await until(isStillHere))) faults.push(`leaves the page: ${name}`)
        if (again === 1) continue
        const button = form.querySelector<HTMLButtonElement>(`[data-failure=${reason}] button`)
        await until(() => button?.disabled === false)
        button?.click()
      }
    }
    return { kinds, faults }
  }, given)
}

/** Forms without text fields differ only in hidden values: one per page is enough. */
const different = Map.groupBy(forms, (form) => {
  const typed = 'textarea, input:is([type=text], [type=email], [type=tel], [type=password])'
  if (formElement(form).querySelector(`${typed}, input:not([type])`)) return form.name
  return form.name.split(' ', 1)[0]
})

// Each form once, for a person who can open its page, and forms that only a script shows.
const pages = new Map(
  [...different.values()]
    .flatMap(([form]) => form ?? [])
    .map(({ as, at: path }) => [`${path} ${as?.id}`, { path, as, act: undefined }]),
)
const onlyWithScript = new Set<ScreenAct>(['send no code', 'send an empty return request'])
const acted = screens.filter(({ act }) => act && onlyWithScript.has(act))
// Dialogs come last, because no link leads from their page to them.
const inOrder = [...pages.values(), ...acted].toSorted(
  (a, b) => Number(a.path.includes('?')) - Number(b.path.includes('?')),
)
const people = Map.groupBy(inOrder, ({ as }) => as?.id)

/** Loads the page if a link cannot lead to it; otherwise follows a link. */
async function show(page: Page, path: string, act?: ScreenAct): Promise<void> {
  if (act || new URL(page.url()).pathname === path.split('?')[0]) await page.goto(path)
  else await followLink(page, path)
  await hydrated(page)
  if (act) await screenActs[act](page)
  // The script of a block's dialog loads after that of its page.
  if (path.startsWith('/about?')) await page.locator('dialog:modal').waitFor()
}

test.for(
  [...people.values()].map((seen) => {
    const [first] = seen
    return { as: first?.as ?? undefined, seen, name: `${first?.path} (${seen.length} pages)` }
  }),
)('lost forms keep their input, are resent unchanged and ask before leaving: $name', async ({
  as,
  seen,
}) => {
  const page = await site.open('/help', { as, allowedErrors })
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
  for (const { path, act } of seen) {
    await show(page, path, act)
    const sent = await failForms(page)
    const { kinds, faults } = await submitEachForm(page)
    expect.soft(faults, path).toEqual([])
    expect.soft(sent, path).toHaveLength(2 * kinds.length)
    for (let first = 0; first < sent.length; first += 2)
      expect.soft(sent[first + 1], path).toBe(sent[first])
    formsSoFar += kinds.length
    for (const kind of kinds) submittedKinds.add(kind)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('more than 95 kinds of forms were lost', () => {
  expect(submittedKinds.size).toBeGreaterThan(95)
})
