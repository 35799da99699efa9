import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { hydrated, testBrowser } from '#test/browser/browser.ts'
import { completedRental } from '#test/worlds/rating-world.ts'

const site = await testBrowser()
const { make, db, clock } = site

/** Opens a page whose scripts load only once `loadScripts` is called. */
async function openBeforeScripts(path: string, as: Person) {
  // Photos made by factories have no file.
  const page = await site.open('/about', { as, allowedErrors: /404/ })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return {
    page,
    async loadScripts() {
      held.resolve()
      await hydrated(page)
    },
  }
}

const completed = async () => {
  const { rentalId, renter } = await completedRental(db, {}, clock.now())
  return { as: renter, path: `/my-rentals/${rentalId}` }
}

const choices: readonly {
  readonly kind: string
  readonly where: () => Promise<{ readonly as: Person; readonly path: string }>
  readonly choose: (page: Page) => Promise<unknown>
  readonly chosen: (page: Page) => Locator
}[] = [
  {
    kind: 'a checkbox',
    where: async () => ({ as: await make.shopper(), path: '/profile/notifications' }),
    choose: (page) => page.getByRole('checkbox').first().uncheck(),
    chosen: (page) => page.locator('li:first-child input[type=checkbox]:not(:checked)'),
  },
  {
    kind: 'a radio button',
    where: completed,
    choose: (page) => page.locator('label').filter({ hasText: '4 stars' }).click(),
    chosen: (page) => page.getByRole('radio', { name: '4 stars', checked: true }),
  },
  {
    kind: 'a select list',
    where: completed,
    choose: (page) => page.getByLabel('How does it fit?').selectOption('small'),
    chosen: (page) => page.locator('[name=fit]:has([value=small]:checked)'),
  },
]

test.for(
  choices,
)('$kind keeps a choice made before the script has loaded, and leaving asks first', async ({
  where,
  choose,
  chosen,
}) => {
  const { as, path } = await where()
  const { page, loadScripts } = await openBeforeScripts(path, as)
  await choose(page)
  await loadScripts()
  await page.waitForFunction(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
  await page.getByRole('link', { name: 'Hemline' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await chosen(page).waitFor({ state: 'attached' })
})

test('leaving a form that was not changed before the script has loaded asks nothing', async () => {
  const { as, path } = await completed()
  const { page, loadScripts } = await openBeforeScripts(path, as)
  await page.getByLabel('How does it fit?').waitFor()
  await loadScripts()
  await page.getByRole('link', { name: 'Hemline' }).first().click()
  await page.waitForURL(`${site.origin}/`)
  expect(await page.getByRole('button', { name: 'Keep editing' }).count()).toBe(0)
})

test('dates typed before the script has loaded are kept', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const path = `/business/items/${item.id}`
  const { page, loadScripts } = await openBeforeScripts(path, closet)
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')]
  await first.fill('2099-06-01')
  await last.fill('2099-06-02')
  await loadScripts()
  await last.fill('2099-06-03')
  expect([await first.inputValue(), await last.inputValue()]).toEqual(['2099-06-01', '2099-06-03'])
})
