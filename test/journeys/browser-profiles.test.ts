import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()

test('a test can leave data, pages, routes and settings in its profile', async () => {
  const [person, other] = [await site.make.shopper(), await site.make.shopper()]
  const page = await site.open('/profile', { as: person, width: 390 })
  const theirs = await site.open('/profile', { as: other })
  expect(await page.context().cookies()).not.toEqual(await theirs.context().cookies())
  const question = page.waitForResponse(/\/leaving-question-[^/]+\.js$/)
  await page.getByLabel('Full name').fill('Not saved')
  await (await question).finished()
  await page.evaluate(() => {
    localStorage.setItem('kept', 'here')
    sessionStorage.setItem('kept', 'here')
  })
  await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/about'))])
  await page.route('**/*', (route) => route.abort())
  await page.context().setOffline(true)
})

test('the pages of the next test have nothing of that', async () => {
  for (const page of [await site.open('/feedback'), await site.open('/feedback')]) {
    const stored = await page.evaluate(() => [localStorage.length, sessionStorage.getItem('kept')])
    expect(stored).toEqual([0, null])
    expect(page.context().pages()).toEqual([page])
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => window.innerWidth)).toBe(1280)
    expect((await page.reload())?.status()).toBe(200)
  }
})

test('axe waits until appearing elements are fully visible', async () => {
  const page = await site.open('/how-it-works')
  await page.evaluate(() => {
    const line = document.createElement('p')
    line.className = 'text-soft appearing'
    line.textContent = 'Appearing'
    document.querySelector('main')?.prepend(line)
    line.animate([{ opacity: 0.2 }, { opacity: 1 }], 300)
  })
  await expectAccessible(page)
})
