import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, testBrowser } from '#test/browser/browser.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'

const site = await testBrowser()

// Chromium's messages about a request that was cut or answered by a failing proxy.
const allowedErrors = /Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('feedback whose response was lost is sent again unchanged by Try again', async () => {
  const page = await site.open('/feedback', { allowedErrors })
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.test')
  await page.getByRole('textbox', { name: 'Message' }).fill('The hem was lovely.')
  // The request arrives, but its response is lost.
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

test('a field that was corrected before the connection was lost has no error anymore', async () => {
  const page = await site.open('/feedback', { allowedErrors })
  await page.getByLabel('Name').fill('Ada')
  const email = page.getByLabel('Email')
  await email.fill('ada')
  await page.getByRole('textbox', { name: 'Message' }).fill('The hem was lovely.')
  await button(page, 'Send feedback').click()
  await page.getByText('Please enter a valid email address.').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await email.fill('ada@example.test')
  await page.context().setOffline(true)
  await button(page, 'Send feedback').click()
  await page.getByText('No connection.').waitFor()
  expect(await page.getByText('Please enter a valid email address.').count()).toBe(0)
  expect(await email.getAttribute('aria-invalid')).toBe(null)
  await page.context().setOffline(false)
  await button(page, 'Try again').click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
})

test('a handover submitted while a proxy fails is recorded once after Try again', async () => {
  const closet = await site.make.closet()
  const item = await site.make.item({ closet })
  const rental = await site.make.rental({ item, status: 'confirmed' })
  const path = `/business/rentals/${rental.id}`
  const page = await site.open(path, { as: closet, allowedErrors })
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
  const notes = await readRows(site.db, 'rental_handovers', 'note', { rental_id: rental.id })
  expect(notes).toEqual([{ note: 'Handed over at the door.' }])
})

test('a failure notice begins with the sentence of the pressed button or of its form', async () => {
  const item = `/item/${(await site.make.item()).id}`
  const pressed = [
    [
      item,
      await site.make.shopper(),
      'Pay $50 deposit',
      'Error: Failed to create deposit checkout',
    ],
    [
      item,
      await site.make.readyShopper(),
      'Rent Now',
      'Error: Failed to process rental. Please check your credit balance and try again.',
    ],
    [
      '/admin/listings/new',
      await site.make.admin(),
      'Add Listing',
      'Error saving listing. Please try again.',
    ],
  ] as const
  for (const [path, as, name, sentence] of pressed) {
    const page = await site.open(path, { as, allowedErrors })
    await page.route(`**${path}.data*`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 502, body: 'Bad gateway' })
        : route.continue(),
    )
    await button(page, name).click()
    const notice = page.locator('[data-failure=unavailable] p')
    await notice.first().waitFor()
    expect(await notice.first().textContent()).toBe(sentence)
  }
})

test('a purchase says beside its button that there is no connection', async () => {
  const page = await site.open('/credits', { as: await site.make.shopper(), allowedErrors })
  await page.route('**/credits**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.locator('main').getByRole('button', { name: 'Purchase 50 Credits' }).click()
  const notice = page.locator('[data-failure=offline] p')
  await notice.first().waitFor()
  expect(await notice.first().textContent()).toBe('Error: Failed to create checkout session')
})

test('after the session has ended, an item page says only to sign in', async () => {
  const item = `/item/${(await site.make.item()).id}`
  for (const [as, name, sentence] of [
    [await site.make.readyShopper(), 'Rent Now', 'Please sign in to rent items.'],
    [await site.make.shopper(), 'Pay $50 deposit', 'Please sign in to pay deposit.'],
  ] as const) {
    const page = await site.open(item, { as, allowedErrors })
    await page.context().clearCookies()
    await button(page, name).click()
    const notice = page.locator('[data-failure=signed-out] p')
    await notice.first().waitFor()
    expect(await notice.first().textContent()).toBe(sentence)
    expect(await page.getByText(/^Error: /).count()).toBe(0)
  }
})

test('a gift is asked for on the page that has its button, and Cancel stays there', async () => {
  const page = await site.open('/styles', { as: await site.make.shopper(), allowedErrors })
  // Until its dialog is loaded, the chip is a link to the credits page.
  await page.getByRole('banner').locator('a[aria-haspopup=dialog]').click()
  await page.getByRole('button', { name: /^Gift/ }).click()
  const question = page.getByRole('dialog', { name: 'Who is the gift for?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/styles')
  await page.getByRole('button', { name: /^Gift/ }).click()
  await question.getByLabel('Your friend’s email').fill('friend@example.test')
  await page.context().clearCookies()
  await question.getByRole('button', { name: 'Continue to payment' }).click()
  await question.getByText('Please sign in to purchase credits.').waitFor()
  expect(await question.getByText(/Error: /).count()).toBe(0)
  // Again, with a dialog that has stayed open.
  const tryAgain = question.getByRole('button', { name: 'Try again', disabled: false })
  await Promise.all([page.waitForResponse('**/credits.data'), tryAgain.click()])
  await tryAgain.waitFor()
  expect(await question.getByLabel('Your friend’s email').inputValue()).toBe('friend@example.test')
})

test('when the session ends while a profile is edited, signing in again loses nothing', async () => {
  const shopper = await site.make.shopper()
  const page = await site.open('/profile', { as: shopper, allowedErrors })
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

test('leaving a page or dialog with unsaved work asks first', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByLabel('Title').fill('Unsaved')
  await page.getByRole('link', { name: 'About' }).first().click()
  await button(page, 'Keep editing').click()
  expect(await page.getByLabel('Title').inputValue()).toBe('Unsaved')
  await page.getByRole('link', { name: 'About' }).first().click()
  await button(page, 'Leave').click()
  await page.waitForURL('**/about')

  await page.goto('/business')
  await hydrated(page)
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

test('if the script of the leaving question cannot load, the browser asks instead', async () => {
  const page = await site.open('/feedback', { allowedErrors })
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
  await (await question).finished()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.getByText('No connection. Check your network and try again.').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada')
  await page.context().setOffline(false)
})

test('without a connection the unit of lengths stays, and so does the page', async () => {
  const item = await site.make.item()
  await insertRows(site.db, 'item_measurements', { item_id: item.id, waist_cm: 75 })
  const page = await site.open(`/item/${item.id}`, { allowedErrors })
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => /\/length-unit-[^/]+\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await button(page, 'Show centimeters').click()
  await page.getByText('The unit could not be changed.').waitFor()
  await page.context().setOffline(false)
  await button(page, 'Try again').click()
  await button(page, 'Show inches').waitFor()
})

test('a like without a connection reverts silently, and the page stays', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item()
  const page = await site.open(`/item/${item.id}`, { as: shopper, allowedErrors })
  // The code for likes is prefetched a moment after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/likes-[^/]+\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const heart = page.getByRole('button', { name: new RegExp(`^Like ${item.title},`) })
  // Until the request fails, the button may still look as before the click.
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await heart.click()
  await failed
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

test('a page whose menu and account corner do not load works without them', async () => {
  // React notes that what the server wrote of these parts is gone.
  const allowed = new RegExp(`${allowedErrors.source}|React error #418`)
  const as = await site.make.shopper()
  const page = await site.open('/help', { as, allowedErrors: allowed })
  const parts = /\/assets\/(own-links|account-corner)-/
  await page.route(parts, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => parts.test(request.url()))
  await page.reload()
  await failed
  await hydrated(page)
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.waitForURL('**/about')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
