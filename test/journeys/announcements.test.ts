import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { readRows } from '#test/postgres/rows.ts'
import { type InputMethod, keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make, clock, db } = site

const ways: readonly { name: string; hands: InputMethod; javaScript: boolean; width: number }[] = [
  { name: 'on a phone with the keyboard', hands: keyboard, javaScript: true, width: 390 },
  {
    name: 'on a wide screen without JavaScript',
    hands: withoutScript,
    javaScript: false,
    width: 1280,
  },
]

test.each(
  ways,
)('an admin announces something, people read and dismiss it, and it is ended $name', async ({
  hands,
  ...way
}) => {
  const { javaScript } = way
  const [shopper, admin] = [await make.shopper(), await make.admin()]
  const today = calendarDateIn(site.settings.timeZone, clock.now())
  const desk = await site.open('/admin/announcements/new', { as: admin, ...way })
  await hands.fill(desk.getByLabel('Title'), 'Winter hours')
  await desk.getByLabel('Last day').fill(today)
  await desk.getByLabel('For', { exact: true }).selectOption('everybody')
  await hands.press(desk.getByRole('button', { name: 'Save and preview' }))
  await desk.getByText('Please enter the text.').waitFor()
  await hands.fill(desk.getByLabel('Text'), 'We are closed on Friday.')
  if (javaScript) await expectAccessible(desk)
  await hands.press(desk.getByRole('button', { name: 'Save and preview' }))
  await desk.getByRole('heading', { name: 'Publish it for Everybody?' }).waitFor()
  if (javaScript) await expectAccessible(desk)
  await hands.press(desk.getByRole('button', { name: 'Publish' }))
  await desk.getByText('The announcement is published.').waitFor()

  for (const as of [shopper, null]) {
    const page = await site.open('/how-it-works', { ...(as && { as }), ...way })
    const banner = page.getByRole('region', { name: 'Announcement' })
    await banner.getByText('We are closed on Friday.').waitFor()
    if (javaScript) await expectAccessible(page)
    await hands.press(banner.getByRole('button', { name: 'Dismiss' }))
    await banner.waitFor({ state: 'detached' })
    if (javaScript)
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.goto(new URL('/about', page.url()).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
  }
  expect(
    await readRows(db, 'announcement_dismissals', 'user_id', { user_id: shopper.id }),
  ).toHaveLength(1)

  await hands.press(desk.getByRole('link', { name: 'End early' }))
  await hands.press(
    desk
      .getByRole('dialog')
      .or(desk.getByRole('alertdialog'))
      .getByRole('button', { name: 'End early' }),
  )
  await desk.getByText('The announcement is ended.').waitFor()
  const others = await site.open('/how-it-works', { as: await make.shopper(), ...way })
  await others.getByRole('heading', { level: 1 }).waitFor()
  expect(await others.getByRole('region', { name: 'Announcement' }).count()).toBe(0)
})

test('what a page loads for a person stays in its place until its script has arrived', async () => {
  await make.announcement({ now: clock.now(), timeZone: site.settings.timeZone })
  const shopper = await make.shopper()
  await make.rental({ renter: shopper, status: 'confirmed' })
  const held = Promise.withResolvers<void>()
  const page = await site.open('/', {
    as: shopper,
    before: async (opened) => {
      await opened.route(/\/assets\/(notices|account-corner|own-home)-/, async (route) => {
        await held.promise
        await route.continue()
      })
    },
  })
  // A part that is rendered once more when it is hydrated is empty from then on.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
  const banner = page.getByRole('region', { name: 'Announcement' })
  const own = page.getByRole('complementary', { name: 'For you' })
  const account = page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
  expect(await Promise.all([banner, own, account].map((part) => part.count()))).toEqual([1, 1, 1])
  held.resolve()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.unrouteAll()
})

test('without a connection a banner cannot be dismissed, says so, and the page stays', async () => {
  const { timeZone } = site.settings
  await make.announcement({ now: clock.now(), timeZone, title: 'Closed today' })
  const page = await site.open('/about', {
    as: await make.shopper(),
    width: 390,
    allowedErrors: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  })
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => /\/dismiss-announcement-[^/]+\.js$/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const banner = page
    .getByRole('region', { name: 'Announcement' })
    .filter({ hasText: 'Closed today' })
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await banner.getByText('The announcement could not be dismissed.').waitFor()
  await banner.getByText('No connection.').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await banner.getByRole('button', { name: 'Try again' }).click()
  await banner.waitFor({ state: 'detached' })
})
