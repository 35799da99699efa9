import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hydrated, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const typed = 'ada@example.test'

test('a failed sign-in request shows an error and keeps the input', async () => {
  const page = await site.open('/auth', { allowedErrors: /Failed to load resource|ERR_FAILED/ })
  let answer = 0
  await page.route('**/auth.data*', (route) =>
    answer === 0 ? route.abort() : route.fulfill({ status: answer, body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('textbox', { name: 'Password' }).fill('silk and linen')
  for (const [status, sentence] of [
    [502, 'We could not reach the server.'],
    [0, 'No connection. Check your network and try again.'],
  ] as const) {
    answer = status
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(typed)
    expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true)
  }
})

test('an error page keeps the layout and shows an id, and all its links work', async () => {
  const as = await site.make.shopper()
  const page = await site.open('/feedback', { as, allowedErrors: /status of 500|Server-Timing/ })
  const crashing = async (open: () => Promise<unknown>) => {
    await sql`alter table about_content rename to lost`.execute(site.db)
    await open()
    const quoted = page.getByText('If it keeps happening, send us this code').locator('strong')
    expect(await quoted.textContent()).toMatch(/^[0-9a-f]{8}$/)
    await sql`alter table lost rename to about_content`.execute(site.db)
  }
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  const heading = page.getByRole('heading', { level: 1 })
  const crashed = heading.filter({ hasText: 'Something went wrong on our side' })

  await crashing(() => about.click())
  await page.getByRole('button', { name: 'Try again' }).click()
  await crashed.waitFor({ state: 'detached' })
  await crashing(() => page.reload())
  await page.getByRole('link', { name: 'My Likes' }).first().click()
  await heading.filter({ hasText: 'My Likes' }).waitFor()
  await crashing(() => page.goto('/about'))
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await hydrated(page)
})

test('the button reads Loading... while the form is being sent', async () => {
  const page = await site.open('/auth')
  const held = Promise.withResolvers<void>()
  await page.route('**/auth.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Email').fill(typed)
  await page.getByRole('textbox', { name: 'Password' }).fill('silk and linen')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Loading...' }).waitFor()
  held.resolve()
  await page.getByRole('alert').waitFor()
})
