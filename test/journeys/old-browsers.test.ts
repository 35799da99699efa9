import { expect, test } from 'vitest'
import { hydrated, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()

test('a browser older than those that we support gets the pages that work without scripts', async () => {
  const item = await site.make.item({ title: 'Velvet gown' })
  const page = await site.open('/about', { discardsProfile: true })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'toWellFormed')
  })
  await page.goto('/search?q=velvet')
  // Shown only where scripts do not run.
  await page.getByRole('button', { name: 'Show items' }).last().click()
  await page.getByRole('link', { name: 'Velvet gown' }).first().click()
  await page.getByRole('heading', { name: 'Velvet gown' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/item/${item.id}`)
  await page.goto('/auth')
  await page.getByLabel('Email').fill('somebody@hemline.test')
  await page.getByLabel('Password', { exact: true }).fill('a wrong password')
  await page.getByRole('button', { name: 'Sign In' }).last().click()
  await page.getByText('Wrong email or password.').waitFor()
  expect(await page.locator('[data-hydrated]').count()).toBe(0)
  expect(scripts).toEqual([])
})

test('a dialog and a sheet close by a click beside them in browsers without closedby', async () => {
  const page = await site.open('/about', { width: 390, discardsProfile: true })
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy')
  })
  await page.goto('/search')
  await hydrated(page)
  // Chromium itself closes it only for clicks of a person.
  const click = (from: Place, to: Place) =>
    page.locator('dialog[open]').evaluate(
      (dialog, [down, up]) => {
        const box = dialog.getBoundingClientRect()
        const at = (place: string) => ({
          bubbles: true,
          clientX: box.left + box.width / 2,
          clientY: place === 'beside' ? box.top - 20 : box.top + 20,
        })
        dialog.dispatchEvent(new PointerEvent('pointerdown', at(down)))
        dialog.dispatchEvent(new MouseEvent('click', at(up)))
      },
      [from, to] as const,
    )
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.locator('dialog[open]').waitFor()
  await click('inside', 'inside')
  await click('inside', 'beside')
  await click('beside', 'inside')
  expect(await page.locator('dialog[open]').count()).toBe(1)
  await click('beside', 'beside')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
})

type Place = 'inside' | 'beside'

test('a private page that Back restores from memory is loaded again', async () => {
  const person = await site.make.shopper()
  const page = await site.open('/profile', { as: person })
  // Until it leaves: the part of the page that listens may be the last one to react, and a page that
  // is told again while it reloads starts over. Neither waits for a frame: a page in the background
  // may draw none.
  await page.evaluate(() => {
    document.documentElement.dataset.before = 'yes'
    const again = setInterval(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, 50)
    addEventListener('beforeunload', () => clearInterval(again))
  })
  const isLoadedAgain = () => !document.documentElement.dataset.before
  await page.waitForFunction(isLoadedAgain, null, { polling: 100 })

  const visitor = await site.open('/about')
  await visitor.evaluate(() => {
    document.documentElement.dataset.before = 'yes'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await visitor.evaluate(() => document.documentElement.dataset.before)).toBe('yes')
})

test('no script tries what the content policy forbids', async () => {
  const pages = [
    { path: '/business/items/new', as: await site.make.closet() },
    { path: '/admin/site-layout', as: await site.make.admin() },
  ]
  for (const { path, as } of pages) {
    const page = await site.open('/about', { as, discardsProfile: true })
    await page.addInitScript(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      addEventListener('securitypolicyviolation', (event) => {
        refused.push(`${event.effectiveDirective} ${event.blockedURI}`)
      })
    })
    await page.goto(path)
    await hydrated(page)
    expect(await page.evaluate(() => Reflect.get(window, 'refused')), path).toEqual([])
  }
})
