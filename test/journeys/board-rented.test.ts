import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { testClock } from '#test/clock.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { plannedBoard, plannerOf } from '#test/worlds/planned-board.ts'
import { SENTENCE_DAY } from '#test/worlds/sentence-world.ts'
import { keyboard, mouse, tabTo } from './input-methods.ts'

const site = await testBrowser({ clock: testClock(SENTENCE_DAY) })
const { make } = site
await insertRows(site.db, 'home_sections', {
  ...{ id: newId(), section_type: 'hero', order_index: 0, title: 'For every evening' },
  content: '{}',
})
const DAYS = { start: '2026-12-12', end: '2026-12-15' }

/** A dress and a jacket of two closets in Boston that accept automatically. */
async function dressAndJacket() {
  const item = async (title: string) => {
    const accepting = { city: 'Boston', state: 'MA', accepts_automatically: 'everybody' } as const
    const closet = await make.closet(accepting)
    return await make.item({ closet, title, advance_booking: true })
  }
  return [await item('Emerald dress'), await item('Camel jacket')] as const
}

/** Counts what somebody does: a field filled, a key or a button pressed, an address opened. */
function counted() {
  let interactions = 0
  const interact = async (step: Promise<unknown>) => {
    interactions += 1
    await step
  }
  return { interact, count: () => interactions }
}

const payFor = (page: Page) => page.getByRole('button', { name: 'Pay $70.00 and request' })
const onBoard = (page: Page) => page.waitForURL(/\/boards\/[\da-f-]{36}$/)

test.each([
  390, 1280,
])('a sentence leads two friends to a confirmed dress and a confirmed jacket at %d pixels', async (width) => {
  await dressAndJacket()
  const [ana, ben] = [await make.shopper({ zip: '02116' }), await make.shopper({ zip: '02116' })]
  const page = await site.open('/', { as: ana, width })
  const hers = counted()
  const field = page.getByRole('main').getByRole('search').getByLabel('What do you need?')
  await hers.interact(field.fill('dress near Boston December 12-15'))
  await hers.interact(field.press('Enter'))
  const card = (title: string) => page.getByRole('main').getByRole('link', { name: title }).first()
  await page.waitForURL(/start=2026-12-12/)
  await hers.interact(card('Emerald dress').click())
  await hers.interact(page.getByRole('link', { name: 'Add to a board' }).click())
  await hers.interact(page.getByRole('button', { name: 'Make a board with this item' }).click())
  await onBoard(page)
  await hers.interact(page.getByRole('link', { name: 'Find items' }).click())
  await page.waitForURL(/\/search\?/)
  await hers.interact(page.getByRole('button', { name: 'Add Camel jacket to board' }).click())
  await page.getByText('Added to the board.').waitFor()
  await expectAccessible(page)
  await hers.interact(page.getByRole('link', { name: 'Board: Plans for' }).click())
  await onBoard(page)
  const link = await page.getByLabel('Secret link').inputValue()
  await expectAccessible(page)
  await hers.interact(page.getByRole('link', { name: 'Request Emerald dress' }).click())
  await payFor(page).waitFor()
  await expectAccessible(page)
  await hers.interact(payFor(page).click())
  await hers.interact(mouse.pay(page))
  await onBoard(page)
  await page.getByText('1 request sent.').waitFor()
  await page.getByRole('main').getByText('Confirmed').first().waitFor()
  expect(hers.count()).toBeLessThanOrEqual(11)

  const friend = await site.open('/about', { as: ben, width })
  const his = counted()
  await his.interact(friend.goto(link))
  await his.interact(friend.getByRole('button', { name: 'Join' }).click())
  await his.interact(friend.getByRole('link', { name: 'Request Camel jacket' }).click())
  await his.interact(payFor(friend).click())
  await his.interact(mouse.pay(friend))
  await onBoard(friend)
  expect(his.count()).toBeLessThanOrEqual(5)
  const who = friend.locator('main section').filter({ hasText: 'Who has what' })
  const rented = await who.getByRole('listitem').allTextContents()
  expect(rented.toSorted()).toEqual([
    expect.stringMatching(/Camel jacket.*Confirmed/),
    expect.stringMatching(/Emerald dress.*Confirmed/),
  ])
  await expectAccessible(friend)
})

test.each([390, 1280])('the keyboard alone requests and pays at %d pixels', async (width) => {
  const items = await dressAndJacket()
  const shopper = await make.shopper({ zip: '02116' })
  const board = await plannedBoard(site, [plannerOf(shopper)], { ...DAYS, items })
  const page = await site.open(board.path, { as: shopper, width })
  await keyboard.press(page.getByRole('link', { name: 'Request items' }))
  const jacket = page.getByRole('checkbox', { name: /Camel jacket/ })
  await tabTo(jacket)
  await page.keyboard.press('Space')
  expect(await jacket.isChecked()).toBe(true)
  await page.getByText('28 credits').waitFor()
  await expectAccessible(page)
  await keyboard.press(payFor(page))
  await keyboard.press(page.getByRole('button', { name: 'Subscribe and pay $70.00' }))
  await onBoard(page)
  await page.getByText('2 requests sent.').waitFor()
  await expectAccessible(page)
})
