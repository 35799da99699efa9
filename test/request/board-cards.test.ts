import { expect, test } from 'vitest'
import { MAX_PIECES } from '#domain/booking/boards/board-limits.ts'
import { addPiece } from '#domain/booking/boards/boards.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { newVisitor, plannedBoard, plannerOf } from '#test/worlds/planned-board.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const days = { start: addDays(today, 20), end: addDays(today, 23) }
const gown = await make.item({ title: 'Red gown', advance_booking: true })
const suit = await make.item({ title: 'Blue suit', advance_booking: true })

const addressOf = (path: string, params: object = days) =>
  `${path}?${new URLSearchParams({ ...params })}`
const cardOf = (page: Page, title: string) => {
  const card = page.$$('main article').find(({ textContent }) => textContent.includes(title))
  if (!card) throw new Error(`no card of ${title}`)
  return card
}
const isOffered = (page: Page, title: string) =>
  cardOf(page, title).querySelector('form[action="/boards"]') !== null
const saysItIsOn = (page: Page, title: string) =>
  cardOf(page, title).textContent.includes('On the board')
const formOn = (page: Page, title: string) => {
  const fields = cardOf(page, title).querySelectorAll('form[action="/boards"] input')
  return Object.fromEntries(
    fields.map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
  )
}

test('a visitor adds items from the search for the dates of their board, without a script', async () => {
  const visitor = site.stranger()
  const { key, planner } = newVisitor()
  const board = await plannedBoard(site, [planner], { ...days, name: 'A gala' })
  visitor.cookies.set('hemline_boards', key)
  const path = addressOf('/search')
  const page = await visitor.get(path)
  expect(page.text('main')).toContain('Board: A gala')
  expect(isOffered(page, 'Red gown')).toBe(true)
  const added = await visitor.post('/boards', formOn(page, 'Red gown'))
  expect([added.status, added.location]).toEqual([302, path])
  const after = await visitor.get(path)
  expect(after.text()).toContain('Added to the board.')
  expect([isOffered(after, 'Red gown'), saysItIsOn(after, 'Red gown')]).toEqual([false, true])
  expect([isOffered(after, 'Blue suit'), saysItIsOn(after, 'Blue suit')]).toEqual([true, false])
  expect((await visitor.get(board.path)).text('main article')).toContain('Red gown')
})

test('other dates, no dates and other people have nothing to add to', async () => {
  const shopper = await make.shopper()
  await plannedBoard(site, [plannerOf(shopper)], days)
  const later = { ...days, end: addDays(days.end, 1) }
  for (const [path, as] of [
    [addressOf('/search', later), shopper],
    ['/search', shopper],
    [addressOf('/search'), null],
    [addressOf('/search'), await make.shopper()],
    [addressOf('/search'), await make.admin()],
  ] as const) {
    const page = await site.get(path, { as })
    expect([isOffered(page, 'Red gown'), page.text('main').includes('Board: ')], path).toEqual([
      false,
      false,
    ])
  }
})

test('My Likes adds to the board of its dates, or without dates to that of the next occasion', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  for (const item of [gown, suit]) await site.post('/likes', { item: item.id, liked: 'yes' }, as)
  expect(isOffered(await site.get('/my-likes', as), 'Red gown')).toBe(false)
  const planner = plannerOf(shopper)
  const next = { start: addDays(today, 10), end: addDays(today, 12) }
  await plannedBoard(site, [planner], { ...next, name: 'A dinner' })
  const gala = await plannedBoard(site, [planner], { ...days, name: 'A gala', items: [suit] })
  const likes = await site.get('/my-likes', as)
  expect(likes.text('main')).toContain('Board: A dinner')
  expect(isOffered(likes, 'Blue suit')).toBe(true)
  const board = await site.get(gala.path, as)
  const link = board.$$('main a').find(({ textContent }) => textContent === 'Add from My Likes')
  const path = link?.getAttribute('href') ?? ''
  expect(path).toBe(addressOf('/my-likes'))
  const free = await site.get(path, as)
  expect(free.text('main')).toContain('Board: A gala')
  expect(saysItIsOn(free, 'Blue suit')).toBe(true)
  const added = await site.post('/boards', formOn(free, 'Red gown'), as)
  expect(added.location).toBe(path)
  expect((await site.get(gala.path, as)).$$('main article')).toHaveLength(2)
})

test('a full board says so on the list, and nobody is led elsewhere', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  const planner = plannerOf(shopper)
  const board = await plannedBoard(site, [planner], days)
  const page = await site.get(addressOf('/search'), as)
  const form = formOn(page, 'Red gown')
  for (let n = 0; n < MAX_PIECES; n += 1)
    await addPiece(db, planner, board.id, (await make.item()).id, clock.now())
  const refused = await site.post('/boards', form, as)
  expect([refused.status, refused.location]).toEqual([302, addressOf('/search')])
  expect((await site.get(addressOf('/search'), as)).text()).toContain(
    `A board has room for ${MAX_PIECES} items.`,
  )
  const elsewhere = { ...form, return_to: '//elsewhere.example/search' }
  expect((await site.post('/boards', elsewhere, as)).location).toBe('/')
})

test('an occasion that is over is not planned', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  await plannedBoard(site, [plannerOf(shopper)], { start: today, end: addDays(today, 1) })
  await site.post('/likes', { item: gown.id, liked: 'yes' }, as)
  expect((await site.get('/my-likes', as)).text('main')).toContain('Board: ')
  clock.set(new Date(clock.now().getTime() + 3 * 86_400_000))
  expect((await site.get('/my-likes', as)).text('main')).not.toContain('Board: ')
})
