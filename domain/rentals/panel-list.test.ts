import { beforeAll, expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { closetBoard } from './closet-board.ts'
import { type PanelFilter, panelFilters } from './panel-filters.ts'
import { countPanel, panelRentals } from './panel-list.ts'

const { db } = await testDatabase()
const things = make(db)
const today = calendarDateIn('UTC', new Date('2026-06-15T12:00:00Z'))
const closet = await things.closet()

/** A rental of this closet, identified by its item. */
async function rented(
  title: string,
  start: string,
  status: 'pending' | 'confirmed' | 'delivered' | 'completed',
  more: { days?: number; returned?: true; phone?: string; renter?: string; email?: string } = {},
) {
  const renter = await things.shopper({
    ...(more.renter && { full_name: more.renter }),
    ...(more.email && { email: more.email }),
  })
  const item = await things.item({ closet, title })
  const { id } = await things.rental({ item, renter, start, status, days: more.days ?? 7 })
  if (more.returned)
    await db
      .updateTable('rentals')
      .set({ return_status: 'returned', returned_at: new Date(), returned_by: closet.id })
      .where('id', '=', id)
      .execute()
  if (more.phone)
    await db.updateTable('rentals').set({ renter_phone: more.phone }).where('id', '=', id).execute()
}

beforeAll(async () => {
  await rented('Request of next week', '2026-06-22', 'pending')
  await rented('Request of tomorrow', '2026-06-16', 'pending')
  await rented('Deliver today', '2026-06-15', 'confirmed', { phone: '(646) 555-0199' })
  await rented('Deliver tomorrow', '2026-06-16', 'confirmed')
  await rented('Deliver overdue', '2026-06-13', 'confirmed')
  await rented('Deliver in ten days', '2026-06-25', 'confirmed', { renter: 'Amelia Brown' })
  await rented('Back today', '2026-06-09', 'delivered')
  await rented('Back tomorrow', '2026-06-10', 'delivered')
  await rented('Back in July', '2026-06-14', 'delivered', { days: 28 })
  await rented('Late', '2026-06-01', 'delivered')
  await rented('To review', '2026-06-08', 'delivered', { returned: true })
  await rented('Done', '2026-05-01', 'completed', { email: 'quill@hemline.test' })
})

const titles = async (filter: PanelFilter, q: string | null = null) => {
  const { rows } = await panelRentals(db, closet, { filter, q, after: null }, today)
  return rows.map(({ title }) => title)
}

test('the tab of what needs action lists requests by their first day, then what is due first', async () => {
  expect(await titles('action')).toEqual([
    'Request of tomorrow',
    'Request of next week',
    'Late',
    'Deliver overdue',
    'To review',
    'Deliver today',
    'Back today',
    'Deliver tomorrow',
  ])
})

test('every live rental is in a tab besides "all"', async () => {
  const inTabs = new Set<string>()
  for (const filter of ['action', 'upcoming', 'out', 'due', 'late'] as const)
    for (const title of await titles(filter)) inTabs.add(title)
  const live = (await titles('all')).filter((title) => title !== 'Done')
  expect(live.filter((title) => !inTabs.has(title))).toEqual([])
  expect(await titles('upcoming')).toContain('Deliver in ten days')
})

test('a search finds rentals by item, renter, email and phone, and counts the results in each tab', async () => {
  expect(await titles('all', 'amelia BROWN')).toEqual(['Deliver in ten days'])
  expect(await titles('all', 'quill@hemline.test')).toEqual(['Done'])
  for (const phone of ['646 555 0199', '6465550199', '555-0199'])
    expect(await titles('all', phone)).toEqual(['Deliver today'])
  // Three digits are too few for a phone number. No email of the factories has them after a hyphen.
  expect(await titles('all', '-019')).toEqual([])
  expect(await countPanel(db, closet, 'deliver', today)).toEqual({
    action: 3,
    upcoming: 4,
    out: 0,
    due: 0,
    late: 0,
    done: 0,
    all: 4,
  })
})

test('without a search only the tabs of live rentals are counted', async () => {
  expect(await countPanel(db, closet, null, today)).toEqual({
    action: 8,
    upcoming: 6,
    out: 4,
    due: 2,
    late: 1,
    done: null,
    all: null,
  })
})

test('the pages of each tab list every rental once', async () => {
  const another = await things.closet()
  for (let n = 0; n < 26; n++) {
    const status = n % 2 === 0 ? ('pending' as const) : ('confirmed' as const)
    const item = await things.item({ closet: another, title: `Piece ${n}` })
    await things.rental({ item, status, start: n % 3 === 0 ? '2026-06-15' : '2026-06-16' })
  }
  for (const filter of panelFilters) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await panelRentals(db, another, { filter, q: null, after }, today)
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after)
    expect([filter, seen.length, new Set(seen).size]).toEqual(
      ['action', 'upcoming', 'all'].includes(filter) ? [filter, 26, 26] : [filter, 0, 0],
    )
  }
})

test('the board lists tasks for today and tomorrow, most urgent first', async () => {
  const board = await closetBoard(db, closet, today)
  const results = (groups: typeof board.today) =>
    groups.map(({ task, total, rentals }) => [task, total, rentals.map(({ title }) => title)])
  expect(results(board.today)).toEqual([
    ['deliver', 2, ['Deliver overdue', 'Deliver today']],
    ['collect', 2, ['Late', 'Back today']],
    ['answer', 2, ['Request of tomorrow', 'Request of next week']],
    ['review', 1, ['To review']],
  ])
  expect(results(board.tomorrow)).toEqual([
    ['deliver', 1, ['Deliver tomorrow']],
    ['collect', 1, ['Back tomorrow']],
  ])
})
