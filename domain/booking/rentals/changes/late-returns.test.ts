import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import { risksOf } from '#domain/booking/rentals/lists/risks.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { lateRentals } from '#test/make/late-rentals.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { acceptRental, recordReturn } from './rental-steps.ts'
import { sendBack } from './send-back.ts'

const { db, made, clock, timeZone, origin, start, todayIs, ...late } = await lateRentals()
const { watch, rentalOf, eventsOf, linesOf, booked } = late
const ok = { ok: true, value: null }
const violations = async () => (await sql`select * from invariant_violations`.execute(db)).rows

test('a rental is put at risk, waits, and is safe again when the item is returned in time', async () => {
  const { closet, renter, lateRenter, late, id, on } = await booked(5)
  // The late rental's last day.
  expect(await watch()).toBe(0)
  clock.set('2026-11-21T15:00:00Z')
  // It starts on the 25th: not yet within three days.
  expect(await watch()).toBe(0)
  clock.set('2026-11-22T15:00:00Z')
  expect(await watch()).toBe(1)
  expect(await watch()).toBe(0)
  expect(await rentalOf(id)).toMatchObject({ at_risk_since: clock.now(), at_risk_from: late.id })
  expect([await eventsOf(id), await eventsOf(late.id)]).toEqual([['at-risk'], ['delay-next']])
  expect(await risksOf(db, renter, [id], timeZone)).toEqual([
    // 18:00 in New York on the day before the start.
    { rentalId: id, decidedAt: new Date('2026-11-24T23:00:00Z') },
  ])
  expect(await risksOf(db, lateRenter, [id], timeZone)).toEqual([])
  const lateTab = { filter: 'late', q: null, after: null } as const
  const { rows } = await panelRentals(db, closet, lateTab, todayIs())
  expect(rows).toMatchObject([{ id: late.id, next: { firstName: 'Mia', start: '2026-11-25' } }])
  clock.set('2026-11-24T22:59:59Z')
  expect(await watch()).toBe(0)
  expect(await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())).toEqual(ok)
  expect(await rentalOf(id)).toMatchObject({ at_risk_since: null, status: 'confirmed' })
  expect(await eventsOf(id)).toEqual(['at-risk', 'risk-over'])
  expect((await linesOf(id)).map(({ action }) => action)).toEqual(['at-risk', 'risk-over'])
  clock.set('2026-11-25T15:00:00Z')
  expect(await watch()).toBe(0)
  clock.set('2026-11-27T15:00:00Z')
  expect(await watch()).toBe(0)
  expect(await violations()).toEqual([])
})

test('cancels once at 18:00 on the day before, with all credits back and 7 more', async () => {
  const { closet, renter, late, id, on } = await booked(4)
  clock.set('2026-11-21T15:00:00Z')
  expect(await watch()).toBe(1)
  clock.set('2026-11-23T22:59:00Z')
  expect(await watch()).toBe(0)
  clock.set('2026-11-23T23:00:00Z')
  expect(await watch()).toBe(1)
  expect(await watch()).toBe(0)
  expect(await rentalOf(id)).toMatchObject({
    status: 'cancelled',
    cancellation: 'previous_rental_late',
    cancelled_by: null,
    at_risk_from: late.id,
  })
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(21)
  const lot = await readRow(db, 'credit_lots', ['source', 'available', 'expires_at'], {
    source_key: `goodwill:late:${id}`,
  })
  expect(lot).toEqual({
    source: 'goodwill',
    available: 7,
    expires_at: new Date('2027-02-24T05:00:00Z'),
  })
  expect(await eventsOf(id)).toEqual(['at-risk', 'previous-late'])
  const risk = { at_risk_since: '2026-11-21T15:00:00.000Z', at_risk_from: late.id }
  const end = { status: 'cancelled', cancellation: 'previous_rental_late' }
  expect(await linesOf(id)).toEqual([
    { action: 'at-risk', actor_id: null, before: null, after: risk },
    { action: 'cancel', actor_id: null, before: { status: 'confirmed' }, after: end },
  ])
  const accepted = await acceptRental(db, closet, { rentalId: id, origin }, clock.now())
  expect(accepted).toMatchObject({
    problem: { reason: 'already-decided', decided: { what: 'previous-late', by: null } },
  })
  expect(await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())).toEqual(ok)
  expect(await rentalOf(id)).toMatchObject({ status: 'cancelled' })
  expect(await violations()).toEqual([])
})

test("a renter's own late return puts only the next rental of somebody else at risk", async () => {
  const { lateRenter, renter, item, id } = await booked(9)
  const own = { item, renter: lateRenter, status: 'confirmed', createdAt: clock.now() } as const
  const { id: ownId } = await made.rental({ ...own, start: addDays(start, 1) })
  clock.set('2026-11-21T23:30:00Z')
  expect(await watch()).toBe(0)
  clock.set('2026-11-25T15:00:00Z')
  expect(await watch()).toBe(0)
  clock.set('2026-11-26T15:00:00Z')
  expect(await watch()).toBe(1)
  expect(await rentalOf(id)).toMatchObject({ at_risk_since: clock.now() })
  expect(await rentalOf(ownId)).toMatchObject({ at_risk_since: null, status: 'confirmed' })
  clock.set('2026-11-28T23:00:00Z')
  expect(await watch()).toBe(1)
  expect(await rentalOf(id)).toMatchObject({ cancellation: 'previous_rental_late' })
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(21)
  expect(await rentalOf(ownId)).toMatchObject({ status: 'confirmed' })
  expect(await violations()).toEqual([])
})

test('the turnaround counts, and an item sent back puts the next rental at risk only a day before', async () => {
  const { lateRenter, id, on } = await booked(6, 2)
  const tomorrow = await booked(2)
  clock.set('2026-11-21T15:00:00Z')
  // The 26th, less two days, is the 24th: three days from today.
  expect(await watch()).toBe(2)
  const sent = { tracking: '', today: todayIs() }
  expect(await sendBack(db, lateRenter, { ...on, ...sent }, clock.now())).toEqual(ok)
  expect(await rentalOf(id)).toMatchObject({ at_risk_since: null })
  const nextDay = { ...tomorrow.on, ...sent }
  expect(await sendBack(db, tomorrow.lateRenter, nextDay, clock.now())).toEqual(ok)
  expect(await rentalOf(tomorrow.id)).toMatchObject({ at_risk_since: clock.now() })
  clock.set('2026-11-21T23:00:00Z')
  expect(await watch()).toBe(1)
  expect(await rentalOf(tomorrow.id)).toMatchObject({ status: 'cancelled' })
  clock.set('2026-11-24T15:00:00Z')
  expect(await watch()).toBe(0)
  clock.set('2026-11-25T15:00:00Z')
  expect(await watch()).toBe(1)
  clock.set('2026-11-25T23:00:00Z')
  expect(await watch()).toBe(1)
  expect(await rentalOf(id)).toMatchObject({ cancellation: 'previous_rental_late' })
})

test('a renter who sent the item back is not asked to return it, and both others learn that it is on its way', async () => {
  const { closet, renter, lateRenter, late, id, on } = await booked(1)
  const sent = { ...on, tracking: '', today: todayIs() }
  expect(await sendBack(db, lateRenter, sent, clock.now())).toEqual(ok)
  clock.set('2026-11-21T05:02:00Z')
  expect(await watch()).toBe(1)
  expect(await eventsOf(id)).toEqual(['at-risk'])
  expect(await eventsOf(late.id)).not.toContain('delay-next')
  await notifyAboutRental(
    db,
    { rentalId: id, event: 'at-risk', origin, by: 'system' },
    clock.now(),
    timeZone,
  )
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient_id', 'text_body'])
    .where('recipient_id', 'in', [renter.id, closet.id])
    .where('template', 'like', 'rental-at-risk%')
    .execute()
  expect(mails).toHaveLength(2)
  for (const { text_body } of mails) expect(text_body).toMatch(/(Ann has|was) sent /)
  expect(await recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())).toEqual(ok)
})

test('a rental put at risk on its first day has until the next 18:00', async () => {
  const { renter, id } = await booked(1)
  clock.set('2026-11-21T05:02:00Z')
  expect(await watch()).toBe(1)
  expect(await watch()).toBe(0)
  expect(await risksOf(db, renter, [id], timeZone)).toMatchObject([
    { decidedAt: new Date('2026-11-21T23:00:00Z') },
  ])
  clock.set('2026-11-21T23:00:00Z')
  expect(await watch()).toBe(1)
  const evening = await booked(1)
  clock.set('2026-11-21T23:30:00Z')
  expect(await watch()).toBe(1)
  expect(await risksOf(db, evening.renter, [evening.id], timeZone)).toMatchObject([
    { decidedAt: new Date('2026-11-22T23:00:00Z') },
  ])
  await cancelRental(db, evening.renter, { rentalId: evening.id, origin }, clock.now())
  const justBefore = await booked(1)
  clock.set('2026-11-21T22:30:00Z')
  expect(await watch()).toBe(1)
  expect(await risksOf(db, justBefore.renter, [justBefore.id], timeZone)).toMatchObject([
    { decidedAt: new Date('2026-11-21T23:00:00Z') },
  ])
  await cancelRental(db, justBefore.closet, { rentalId: justBefore.id, origin }, clock.now())
})

test('canceling returns expired credits, whoever cancels and why', async () => {
  const { renter, id } = await booked(4)
  const plain = await booked(4)
  const byCloset = await booked(9)
  clock.set('2026-11-21T15:00:00Z')
  await watch()
  await updateRows(db, 'rentals', plain.id, { at_risk_since: null, at_risk_from: null })
  const expired = new Date(clock.now().getTime() - 1000)
  for (const who of [renter, plain.renter, byCloset.renter])
    await updateRows(db, 'credit_lots', { user_id: who.id }, { expires_at: expired })
  expect(await cancelRental(db, renter, { rentalId: id, origin }, clock.now())).toEqual(ok)
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(14)
  const other = { rentalId: plain.id, origin }
  expect(await cancelRental(db, plain.renter, other, clock.now())).toEqual(ok)
  expect(await creditsBalance(db, plain.renter.id, clock.now())).toBe(14)
  const theirs = { rentalId: byCloset.id, origin }
  expect(await cancelRental(db, byCloset.closet, theirs, clock.now())).toEqual(ok)
  expect(await creditsBalance(db, byCloset.renter.id, clock.now())).toBe(14)
})

test('the next renter, the closet and the late renter get their emails', async () => {
  const { renter, lateRenter, closet, late, id } = await booked(4)
  clock.set('2026-11-21T15:00:00Z')
  await watch()
  const tell = async (rentalId: RentalId, event: 'at-risk' | 'delay-next' | 'previous-late') =>
    await notifyAboutRental(
      db,
      { rentalId, event, origin, by: 'system', occurrence: event },
      clock.now(),
      timeZone,
    )
  await tell(id, 'at-risk')
  await tell(late.id, 'delay-next')
  clock.set('2026-11-23T23:00:00Z')
  await watch()
  await tell(id, 'previous-late')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'recipient_id', 'text_body'])
    .where('recipient_id', 'in', [renter.id, lateRenter.id, closet.id])
    .orderBy('template')
    .execute()
  expect(mails.map(({ template, recipient_id }) => [template, recipient_id])).toEqual([
    ['rental-at-risk', renter.id],
    ['rental-at-risk-owner', closet.id],
    ['rental-delay-next', lateRenter.id],
    ['rental-previous-late', renter.id],
    ['rental-previous-late-owner', closet.id],
  ])
  expect(mails[0]?.text_body).toContain('The previous rental of')
  expect(mails[0]?.text_body).toContain('Nov 23, 2026')
  expect(mails[3]?.text_body).toContain('We have added 7 credits.')
})

test('when a return races the job, the rental either stays or is canceled with goodwill, never both', async () => {
  const ends: string[] = []
  for (let round = 0; round < 24; round += 1) {
    const { closet, renter, id, on } = await booked(4)
    clock.set('2026-11-21T15:00:00Z')
    await watch()
    clock.set('2026-11-23T23:00:00Z')
    const record = () => recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())
    const both = round % 2 === 0 ? [record(), watch()] : [watch(), record()]
    const results = await Promise.all(both)
    expect(results.find((one) => typeof one === 'object')).toEqual(ok)
    const { status, at_risk_since } = await rentalOf(id)
    const isCancelled = status === 'cancelled'
    expect(results.find((one) => typeof one === 'number')).toBe(isCancelled ? 1 : 0)
    expect(isCancelled || at_risk_since === null).toBe(true)
    expect(await creditsBalance(db, renter.id, clock.now())).toBe(isCancelled ? 21 : 0)
    ends.push(status)
  }
  expect(ends).toHaveLength(24)
  expect(await violations()).toEqual([])
})
