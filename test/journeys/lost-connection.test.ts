import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { followLink, hydrated, testBrowser } from '#test/browser.ts'
import { optionsWithForms } from '#test/forms-shown.ts'
import { type ScreenAct, screenActs } from '#test/screen-acts.ts'
import { agreeToNewTerms } from '#test/trust-screens.ts'

const { of, screens, forms } = await optionsWithForms()
const site = await testBrowser(of)

// Chromium's messages about a request that was cut, or answered by a proxy.
const mayComplain = /Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/

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
 * Fails each form twice, each next one in another order: in transit, at a proxy or because the
 * session has ended.
 */
async function loseForms(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.route(/\.data(\?|$)/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    const boundary = /boundary=(\S+)/.exec(request.headers()['content-type'] ?? '')?.[1]
    const [form, again] = [Math.floor(sent.length / 2), sent.length % 2]
    sent.push(boundary ? body.replaceAll(boundary, '') : body)
    const failure = failures[(formsSoFar + form + again) % 3]
    if (failure === 'offline') return route.abort()
    if (failure === 'unavailable') return route.fulfill({ status: 502, body: 'Bad gateway' })
    return route.fulfill(signedOut)
  })
  return sent
}

const handedIn = new Set<string>()

/**
 * Fills the empty fields of each visible form that no page has had before, submits it and tries
 * again after the failure; returns the kinds of these forms and what went wrong.
 */
function handInEachForm(page: Page): Promise<{ kinds: string[]; faults: string[] }> {
  const given = { failures, known: [...handedIn], formsSoFar }
  return page.evaluate(async ({ failures, known, formsSoFar }) => {
    /** Forms that differ only in ids and texts are of one kind. */
    const kindOf = (form: HTMLFormElement) => {
      const fields = [...form.querySelectorAll('[name]')].map((field) => {
        const name = field.getAttribute('name')
        return name === 'intent' ? `intent=${field.getAttribute('value')}` : name
      })
      const { pathname } = new URL(form.getAttribute('action') ?? '', window.location.href)
      return `${pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')} ${fields.join(' ')}`
    }
    const shown = [
      ...document.querySelectorAll<HTMLFormElement>('form[method=post][data-discover]'),
    ]
      // A failed like reverts without a message; forms behind a dialog cannot be submitted.
      .filter((form) => form.checkVisibility() && !form.action.endsWith('/likes'))
      .filter((form) => document.querySelector('dialog:modal')?.contains(form) ?? true)
      .filter((form, index, all) => {
        const kind = kindOf(form)
        return !known.includes(kind) && all.findIndex((other) => kindOf(other) === kind) === index
      })
    const kinds = shown.map(kindOf)
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 500 && !isSo(); tries++)
        await new Promise((later) => setTimeout(later, 10))
      return isSo()
    }
    const confirmsLeaving = () =>
      !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const faults: string[] = []
    for (const [index, form] of shown.entries()) {
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
        const said = () => form.isConnected && form.querySelector(`[data-failure=${reason}]`)
        if (!(await until(() => Boolean(said())))) faults.push(`${reason} is not said: ${name}`)
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

// Each form once, as someone who can open its page sees it, and forms that only a script shows.
const pages = new Map(
  forms.map(({ as, at: path }) => [`${path} ${as?.id}`, { path, as, act: undefined }]),
)
const acted = screens.filter(({ act, route }) => act && route !== 'auth/auth')
const people = Map.groupBy([...pages.values(), ...acted], ({ as }) => as?.id)

/** A page with work that would be lost is not left by a link. */
async function show(page: Page, path: string, act?: ScreenAct): Promise<void> {
  if (act || new URL(page.url()).pathname === path.split('?')[0]) await page.goto(path)
  else await followLink(page, path)
  await hydrated(page)
  if (act) await screenActs[act](page)
  // The dialog of a block is loaded after its page.
  if (path.startsWith('/about?')) {
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
  }
}

test.for(
  [...people.values()].map((seen) => {
    const [first] = seen
    return { as: first?.as ?? undefined, seen, name: `${first?.path} (${seen.length} pages)` }
  }),
)('lost on the way, at a proxy or with its session a form keeps everything, is sent again as it was, and is not left without a question: $name', {
  timeout: 240_000,
}, async ({ as, seen }) => {
  const page = await site.open('/help', { as, mayComplain })
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
  for (const { path, act } of seen) {
    await show(page, path, act)
    const sent = await loseForms(page)
    const { kinds, faults } = await handInEachForm(page)
    expect.soft(faults, path).toEqual([])
    expect.soft(sent, path).toHaveLength(2 * kinds.length)
    for (let first = 0; first < sent.length; first += 2)
      expect.soft(sent[first + 1], path).toBe(sent[first])
    formsSoFar += kinds.length
    for (const kind of kinds) handedIn.add(kind)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('feedback whose response was lost is sent again unchanged by Try again', async () => {
  const page = await site.open('/feedback', { mayComplain })
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.test')
  await page.getByRole('textbox', { name: 'Message' }).fill('The hem was lovely.')
  // It arrives, but its response does not.
  const posts = '**/feedback.data*'
  await page.route(posts, async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await button(page, 'Send feedback').click()
  await page.getByText('Failed to submit feedback').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
    'The hem was lovely.',
  )
  await page.unroute(posts)
  await button(page, 'Try again').click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const sent = await site.db.selectFrom('feedback').select('message').execute()
  expect(sent).toEqual([{ message: 'The hem was lovely.' }])
})

test('a handover submitted while a proxy fails is recorded once after Try again', async () => {
  const closet = await site.make.closet()
  const rental = await site.make.rental({ item: await site.make.item({ closet }) })
  const path = `/business/rentals/${rental.id}`
  await agreeToNewTerms(site)
  const page = await site.open(path, { as: closet, mayComplain })
  const posts = `**${path}.data*`
  await page.route(posts, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.locator('textarea[name=note]').first().fill('Handed over at the door.')
  await button(page, 'Mark as delivered').click()
  await page.getByText('Failed to update delivery status').waitFor()
  await page.getByText('We could not reach the server.').waitFor()
  expect(await page.locator('textarea[name=note]').first().inputValue()).toBe(
    'Handed over at the door.',
  )
  await page.unroute(posts)
  await button(page, 'Try again').click()
  await page.getByText('“Handed over at the door.”').waitFor()
  const notes = await site.db
    .selectFrom('rental_handovers')
    .select('note')
    .where('rental_id', '=', rental.id)
    .execute()
  expect(notes).toEqual([{ note: 'Handed over at the door.' }])
})

test('when the session ends while a profile is edited, signing in again loses nothing', async () => {
  const shopper = await site.make.shopper()
  await agreeToNewTerms(site)
  const page = await site.open('/profile', { as: shopper, mayComplain })
  const cookies = await page.context().cookies()
  await page.getByLabel('Full name').fill('Ada with pockets')
  await page.context().clearCookies()
  await button(page, 'Save').click()
  await page.getByText('Your session has ended. Please sign in again.').waitFor()
  await page.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada with pockets')
  await page.context().addCookies(cookies)
  await button(page, 'Try again').click()
  const saved = site.db.selectFrom('user_profiles').select('full_name').where('id', '=', shopper.id)
  await expect
    .poll(() => saved.executeTakeFirstOrThrow())
    .toEqual({ full_name: 'Ada with pockets' })
})

test('without a script a form sent without a session is preserved and sent again after signing in', async () => {
  const shopper = await site.make.shopper()
  await agreeToNewTerms(site)
  const page = await site.open('/profile', { as: shopper, javaScript: false })
  const cookies = await page.context().cookies()
  await page.getByLabel('Full name').fill('Ada without a script')
  await page.context().clearCookies()
  await button(page, 'Save').click()
  await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  const [signIn] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ])
  await signIn.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.context().addCookies(cookies)
  await button(page, 'Send it again').click()
  await page.getByText('Your profile has been saved.').waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada without a script')
})

test('a page or dialog with unsaved work is left only after a question', async () => {
  const closet = await site.make.closet()
  await agreeToNewTerms(site)
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByLabel('Title').fill('Unsaved')
  await page.getByRole('link', { name: 'About' }).first().click()
  await button(page, 'Keep editing').click()
  expect(await page.getByLabel('Title').inputValue()).toBe('Unsaved')
  await page.getByRole('link', { name: 'About' }).first().click()
  await button(page, 'Leave').click()
  await page.waitForURL('**/about')

  await page.goto('/business')
  await page.getByRole('link', { name: 'Edit Profile' }).or(button(page, 'Edit Profile')).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Instagram').fill('pockets')
  await page.keyboard.press('Escape')
  await button(page, 'Keep editing').click()
  expect(await dialog.getByLabel('Instagram').inputValue()).toBe('pockets')
  await button(page, 'Close').click()
  await button(page, 'Leave').click()
  await dialog.waitFor({ state: 'detached' })
})

test('without the code of its question a page with unsaved work asks with the browser', async () => {
  const page = await site.open('/feedback', { mayComplain })
  await page.route(/\/leaving-question-[^/]+\.js$/, (route) => route.abort())
  await page.getByLabel('Name').fill('Ada')
  const questions: string[] = []
  const answers = [false, true]
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return answers.shift() ? dialog.accept() : dialog.dismiss()
  })
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect.poll(() => questions.length).toBe(1)
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada')
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.waitForURL('**/about')
  expect(questions).toEqual(Array(2).fill('Leave without saving?'))
})

test('without a connection a link stays on the page and shows an error', async () => {
  const page = await site.open('/feedback')
  const question = page.waitForResponse(/\/leaving-question-[^/]+\.js$/)
  await page.getByLabel('Name').fill('Ada')
  await question
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.getByText('No connection. Check your network and try again.').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada')
  await page.context().setOffline(false)
})

test('a like without a connection reverts silently, and the page stays', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item()
  const page = await site.open(`/item/${item.id}`, { as: shopper, mayComplain })
  // The code for likes is prefetched a moment after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/likes-[^/]+\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const heart = page.getByRole('button', { name: new RegExp(`^Like ${item.title},`) })
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  expect(await page.locator('[data-failure], [role=alert]').count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(item.title)
  await page.context().setOffline(false)
  await heart.click()
  await expect
    .poll(() =>
      site.db.selectFrom('likes').select('item_id').where('user_id', '=', shopper.id).execute(),
    )
    .toEqual([{ item_id: item.id }])
})
