import { expect, test } from 'vitest'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import type { PanelFilter } from './panel-filters.ts'
import { panelRentals } from './panel-list.ts'
import { findRunRental } from './rental-panel.ts'
import { starsOfRequests } from './renter-stars.ts'
import { nextRentals, risksOf } from './risks.ts'

const { db, made: things } = await testDatabase()
const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)

test('its closet and admins find a rental, with its steps and who took them', async () => {
  const closet = await things.closet({ full_name: 'The Evening Room' })
  const renter = await things.shopper({ full_name: 'Mia Moss' })
  const admin = await things.admin({ full_name: 'Ada Admin' })
  const item = await things.item({ closet, title: 'Gown' })
  const at = (hour: number) => new Date(Date.UTC(2026, 5, 10, hour))
  const rent = async () =>
    await things.rental({ item: await things.item({ closet }), renter, createdAt: at(0) })
  await rent()
  const lent = { item, renter, status: 'delivered', start: '2026-06-05', createdAt: at(1) } as const
  const { id } = await things.rental(lent)
  await updateRows(db, 'rentals', id, {
    ...{ renter_phone: '212 555 0100', delivery_address: '5 Elm Street', delivery_notes: 'Ring' },
    ...{ confirmed_at: at(2), confirmed_by: admin.id, delivered_at: at(3) },
    ...{ late_at: at(4), late_by: closet.id, sent_back_at: at(5), sent_back_tracking: '1Z' },
  })
  const on = { rentalId: id, origin: '' }
  await recordReturn(db, closet, on, at(6))
  const back = await findRunRental(db, closet, id, today)
  expect(back).toMatchObject({ stage: 'returned', moves: ['approve-condition', 'keep-deposit'] })
  expect(back?.maxWithheldCents).toBe(5000)
  await keepDeposit(db, admin, { ...on, cents: 1200, notes: 'Torn hem' }, at(7))
  const steps = [
    { what: 'request', at: at(1), by: 'Mia Moss' },
    { what: 'accept', at: at(2), by: 'Ada Admin' },
    { what: 'deliver', at: at(3), by: 'The Evening Room' },
    { what: 'mark-late', at: at(4), by: 'The Evening Room' },
    { what: 'send-back', at: at(5), by: 'Mia Moss' },
    { what: 'record-return', at: at(6), by: 'The Evening Room' },
    { what: 'keep-deposit', at: at(7), by: 'Ada Admin' },
  ]
  for (const who of [closet, admin])
    expect(await findRunRental(db, who, id, today)).toEqual({
      ...{ id, itemId: item.id, title: 'Gown', imageUrl: null, size: 'M' },
      renter: { id: renter.id, fullName: 'Mia Moss', email: renter.email },
      owner: { id: closet.id, fullName: 'The Evening Room', email: closet.email },
      ...{ start: '2026-06-05', end: '2026-06-11', totalDays: 7, totalCredits: 14 },
      ...{ swapGoodwill: 0, isAtRisk: false, replacementValueCents: null },
      ...{ status: 'completed', stage: 'completed', answerBy: null, deliveryStatus: 'delivered' },
      ...{
        returnStatus: 'returned',
        conditionStatus: 'deposit_kept',
        cancellation: null,
        noShow: null,
      },
      ...{
        sentBackTracking: '1Z',
        chosenHandover: null,
        proposed: null,
        handover: null,
        withheldCents: 1200,
        moves: [],
      },
      isForOthers: false,
      ...{ renterPhone: '212 555 0100', deliveryAddress: '5 Elm Street', deliveryNotes: 'Ring' },
      ...{ conditionNotes: 'Torn hem', depositCents: 5000, maxWithheldCents: 3800 },
      ...{ returnedCents: 0, steps },
      ...{ deliveryArrangement: null, returnArrangement: null, firstWeekCredits: 14 },
      deposit: { fullCents: 5000, leftCents: 3800, rentals: 1 },
    })
  const returned = async (returned_cents: number) => {
    const final_at = returned_cents > 0 ? now : null
    await db.updateTable('deposit_claims').set({ returned_cents, final_at }).execute()
    return (await findRunRental(db, admin, id, today))?.returnedCents
  }
  expect([await returned(200), await returned(0)]).toEqual([200, 0])
  expect(await findRunRental(db, await things.closet(), id, today)).toBeNull()
  expect(await findRunRental(db, closet, newId(), today)).toBeNull()
})

test('the steps of a rental include an approval and a cancellation', async () => {
  const admin = await things.admin()
  const stepsOf = async (status: 'completed' | 'cancelled') => {
    const { id } = await things.rental({ status, createdAt: now })
    return (await findRunRental(db, admin, id, today))?.steps.map(({ what }) => what)
  }
  expect(await stepsOf('completed')).toEqual([
    ...['request', 'deliver', 'record-return', 'approve-condition'],
  ])
  expect(await stepsOf('cancelled')).toEqual(['request', 'cancel'])
  const { id } = await things.rental()
  expect(await findRunRental(db, admin, id, today)).toMatchObject({
    ...{ moves: ['accept', 'cancel', 'deliver', 'fail-delivery'], returnedCents: 0 },
  })
})

test('the most that can be withheld is what was held, or what is left of the deposit', async () => {
  const [renter, admin] = [await things.shopper(), await things.admin()]
  const { id, deposit_id } = await things.rental({ renter, status: 'delivered', createdAt: now })
  const findMax = async () => (await findRunRental(db, admin, id, today))?.maxWithheldCents
  const set = async (changes: { deposit_amount?: number; deposit_id?: typeof deposit_id }) => {
    await db.updateTable('rentals').set(changes).where('id', '=', id).execute()
    return await findMax()
  }
  const gone = async (kept_cents: number, refunded_cents: number, lost_cents: number) => {
    const changes = { kept_cents, refunded_cents, lost_cents }
    await db.updateTable('deposits').set(changes).where('user_id', '=', renter.id).execute()
    return await findMax()
  }
  expect(await gone(100, 30, 6)).toBe(4864)
  expect(await gone(0, 0, 5000)).toBe(0)
  expect(await gone(0, 0, 0)).toBe(5000)
  expect(await set({ deposit_amount: 4000 })).toBe(4000)
  expect(await set({ deposit_id: null })).toBe(0)
  expect(await set({ deposit_id, deposit_amount: 5000 })).toBe(5000)
})

test('only the tab of late rentals names the next one', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet, title: 'Lent twice', advance_booking: true })
  const [mia, eve] = [
    await things.shopper({ full_name: 'Mia Moss' }),
    await things.shopper({ full_name: 'Eve Ash' }),
  ]
  await things.rental({
    item: await things.item({ closet, title: 'Lent once' }),
    ...{ start: '2026-06-01', status: 'delivered' },
  })
  const late = await things.rental({ item, start: '2026-06-02', status: 'delivered' })
  await things.rental({ item, renter: eve, start: '2026-07-20' })
  const next = await things.rental({ item, renter: mia, start: '2026-07-10', status: 'confirmed' })
  await things.rental({ item, start: '2026-06-20', status: 'cancelled' })
  const other = await things.rental({ start: '2026-06-22' })
  const nextIn = async (filter: PanelFilter) => {
    const { rows } = await panelRentals(db, closet, { filter, q: null, after: null }, today)
    return rows.map((row) => [row.title, row.next])
  }
  const miaNext = { firstName: 'Mia', start: '2026-07-10' }
  const once = ['Lent once', null]
  expect(await nextIn('late')).toEqual([once, ['Lent twice', miaNext]])
  expect(await nextIn('out')).toEqual([once, ['Lent twice', null]])
  expect(await nextRentals(db, [])).toEqual(new Map())
  expect(await nextRentals(db, [late.id, next.id, other.id])).toEqual(
    new Map([
      [late.id, miaNext],
      [next.id, { firstName: 'Eve', start: '2026-07-20' }],
    ]),
  )
})

test('a renter sees the risks of their open rentals while the item is out', async () => {
  const renter = await things.shopper()
  const late = await things.shopper({ full_name: 'Ann Lee' })
  const rentAtRisk = async () => {
    const item = await things.item({ advance_booking: true })
    const out = { item, renter: late, status: 'delivered', createdAt: now } as const
    const before = await things.rental({ ...out, start: addDays(today, -9) })
    const start = addDays(today, 2)
    const { id } = await things.rental({ item, renter, start, createdAt: now })
    const risk = { at_risk_since: now, at_risk_from: before.id }
    await db.updateTable('rentals').set(risk).where('id', '=', id).execute()
    return { id, before: before.id }
  }
  const [one, other] = [await rentAtRisk(), await rentAtRisk()]
  const risk = (rentalId: string) => ({
    ...{ rentalId, decidedAt: new Date('2026-06-16T18:00:00Z') },
  })
  const read = (ids: readonly (typeof one.id)[]) => risksOf(db, renter, ids, 'UTC')
  expect(await read([])).toEqual([])
  expect(await read([one.id])).toEqual([risk(one.id)])
  const back = { return_status: 'returned', returned_at: now, returned_on: today } as const
  await db.updateTable('rentals').set(back).where('id', '=', one.before).execute()
  expect(await read([one.id, other.id])).toEqual([risk(other.id)])
  const over = { status: 'cancelled', cancellation: 'by_owner', cancelled_at: now } as const
  await db.updateTable('rentals').set(over).where('id', '=', other.id).execute()
  expect(await read([one.id, other.id])).toEqual([])
  await updateRows(db, 'rentals', other.id, {
    status: 'pending',
    cancellation: null,
    cancelled_at: null,
  })
})

const NO_STARS = { ratings: 0, stars: 0 }

test('only the stars of renters with open requests are read', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => things.shopper()))
  const [asking, unrated, renting, other] = people.map(({ id }) => id)
  if (!asking || !unrated || !renting || !other) throw new Error('four shoppers')
  const one = { ratings: 1, stars: 4 }
  await insertRows(db, 'renter_rating_sums', [
    ...[asking, renting, other].map((renter_id) => ({ renter_id, ...one })),
    { renter_id: unrated, ...NO_STARS },
  ])
  const rows = [
    { status: 'pending', renter_id: asking },
    { status: 'pending', renter_id: unrated },
    { status: 'confirmed', renter_id: renting },
  ] as const
  expect(await starsOfRequests(db, rows)).toEqual(new Map([[asking, one]]))
  expect(await starsOfRequests(db, rows.slice(2))).toEqual(new Map())
  await db.deleteFrom('renter_rating_sums').execute()
})
