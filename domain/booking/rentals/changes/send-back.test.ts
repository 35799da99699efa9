import { expect, test } from 'vitest'
import { missingReturns } from '#domain/booking/rentals/lists/missing-returns.ts'
import { findRunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { correct } from './corrections.ts'
import { approveCondition } from './rental-review.ts'
import { markLate, recordReturn } from './rental-steps.ts'
import { remindOfReturns } from './return-reminders.ts'
import { sendBack } from './send-back.ts'

const { db, made, now, origin, ok, lent, returned, rentalOf, isAvailable, eventsOf } =
  await lentRentals()
const refused = (reason: string) => ({ ok: false, problem: { reason } })

test('a rental sent back is not late: it cannot be marked so, and nobody is reminded', async () => {
  const { closet, item, renter, on } = await lent('delivered')
  const { id: photo } = await made.image({
    use: 'handover',
    owner_id: renter.id,
    attached_at: null,
  })
  const sent = { ...on, tracking: ' 1Z 999 ', imageIds: [photo] }
  expect(await sendBack(db, renter, sent, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({
    status: 'delivered',
    return_status: 'pending',
    sent_back_at: now,
    sent_back_tracking: '1Z 999',
  })
  expect(await handoversOf(db, [on.rentalId])).toMatchObject([
    { step: 'sent_back', imageIds: [photo], writtenBy: renter.fullName },
  ])
  expect(await markLate(db, closet, on, now)).toEqual(refused('sent-back'))
  const later = { now, today: addDays(on.today, 9), origin }
  await remindOfReturns(db, later)
  expect(await eventsOf(on)).toEqual(['send-back'])
  expect(await findRunRental(db, closet, on.rentalId, on.today)).toMatchObject({
    stage: 'sent-back',
    sentBackTracking: '1Z 999',
    moves: ['record-return'],
  })
  // The item is not back before its owner says so.
  expect(await isAvailable(item)).toBe(false)
  expect(await recordReturn(db, closet, on, now)).toEqual(ok)
  expect(await approveCondition(db, closet, on, now)).toEqual(ok)
  expect(await isAvailable(item)).toBe(true)
  const line = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'after'])
    .where('noun_id', '=', on.rentalId)
    .orderBy('at')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({
    action: 'send-back',
    actor_id: renter.id,
    after: { sent_back_tracking: '1Z 999' },
  })
})

test('sending back again changes nothing; before delivery and after the return it is refused', async () => {
  const { renter, on } = await lent('delivered')
  const sent = { ...on, tracking: '' }
  expect(await sendBack(db, renter, sent, now)).toEqual(ok)
  const again = new Date(now.getTime() + 1_000)
  expect(await sendBack(db, renter, { ...sent, tracking: 'other' }, again)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ sent_back_at: now, sent_back_tracking: null })
  expect(await eventsOf(on)).toEqual(['send-back'])
  expect(await sendBack(db, await made.shopper(), sent, now)).toEqual(refused('rental-not-found'))
  const early = await lent('confirmed')
  expect(await sendBack(db, early.renter, { ...early.on, tracking: '' }, now)).toEqual(
    refused('not-with-renter'),
  )
  const late = await returned()
  const what = { what: 'record-return', by: late.closet.fullName }
  expect(await sendBack(db, late.renter, { ...late.on, tracking: '' }, now)).toMatchObject({
    problem: { reason: 'already-decided', decided: what },
  })
  expect(await sendBack(db, renter, { ...sent, rentalId: late.on.rentalId }, now)).toEqual(
    refused('rental-not-found'),
  )
  expect(await sendBack(db, renter, { ...sent, rentalId: newId() }, now)).toEqual(
    refused('rental-not-found'),
  )
  expect(await approveCondition(db, late.closet, late.on, now)).toEqual(ok)
  expect(await sendBack(db, late.renter, { ...late.on, tracking: '' }, now)).toMatchObject({
    problem: { reason: 'already-decided', decided: { what: 'approve-condition' } },
  })
  expect(await cancelRental(db, early.renter, early.on, now)).toEqual(ok)
  expect(await sendBack(db, early.renter, { ...early.on, tracking: '' }, now)).toEqual(
    refused('not-with-renter'),
  )
})

test('sending back with a photo of somebody else is refused', async () => {
  const { renter, on } = await lent('delivered')
  const sent = { ...on, tracking: '1Z', imageIds: [newId()] }
  expect(await sendBack(db, renter, sent, now)).toEqual(refused('image-unknown'))
  expect(await rentalOf(on)).toMatchObject({ sent_back_at: null, sent_back_tracking: null })
})

test('after sending back, the next rental stays at risk only if it starts by tomorrow', async () => {
  const atRisk = async (days: number) => {
    const item = await made.item({ advance_booking: true })
    const renter = await made.shopper()
    const out = { item, renter, status: 'delivered', start: '2026-11-11', createdAt: now } as const
    const { id: rentalId } = await made.rental(out)
    const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()
    const next = await made.rental({ item, start: addDays(today, days), createdAt: now })
    const risk = { at_risk_since: now, at_risk_from: rentalId }
    await db.updateTable('rentals').set(risk).where('id', '=', next.id).execute()
    expect(await sendBack(db, renter, { rentalId, origin, today, tracking: '' }, now)).toEqual(ok)
    return (await rentalOf({ rentalId: next.id })).at_risk_from !== null
  }
  expect([await atRisk(1), await atRisk(2)]).toEqual([true, false])
})

test('a tracking number has at most 100 characters', async () => {
  const { renter, on } = await lent('delivered')
  const sent = { ...on, tracking: 'é'.repeat(101) }
  expect(await sendBack(db, renter, sent, now)).toEqual(refused('tracking-too-long'))
  expect(await sendBack(db, renter, { ...on, tracking: 'é'.repeat(100) }, now)).toEqual(ok)
})

test('sending back a rental marked as late ends the lateness, and the mark stays recorded', async () => {
  const { closet, renter, on } = await lent('delivered')
  expect(await markLate(db, closet, on, now)).toEqual(ok)
  expect(await sendBack(db, renter, { ...on, tracking: '' }, now)).toEqual(ok)
  expect(await findRunRental(db, closet, on.rentalId, on.today)).toMatchObject({
    stage: 'sent-back',
    returnStatus: 'late',
  })
})

test('the renter can undo it for 15 minutes, and an admin at any time', async () => {
  const { renter, on } = await lent('delivered')
  const correction = { ...on, correction: 'undo-send-back' } as const
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  await sendBack(db, renter, { ...on, tracking: '1Z' }, now)
  expect(await correct(db, renter, correction, after(16))).toEqual(refused('undo-too-late'))
  expect(await correct(db, renter, correction, after(14))).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ sent_back_at: null, sent_back_tracking: null })
  await sendBack(db, renter, { ...on, tracking: '1Z' }, now)
  expect(await correct(db, await made.admin(), correction, after(9_999))).toEqual(ok)
})

test('the owner is emailed the tracking number', async () => {
  const { renter, closet, on } = await lent('delivered')
  await sendBack(db, renter, { ...on, tracking: '1Z 999' }, now)
  await notifyAboutRental(db, { ...on, event: 'send-back', by: 'renter' }, now, 'UTC')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'recipient_id', 'subject', 'text_body'])
    .where('recipient_id', 'in', [renter.id, closet.id])
    .execute()
  expect(mails).toMatchObject([{ template: 'rental-send-back-owner', recipient_id: closet.id }])
  expect(mails[0]?.text_body).toContain('The tracking number is 1Z 999.')
})

test('an item missing for five days is in the admins’ list, oldest first, until its return is recorded', async () => {
  const admin = await made.admin()
  const [one, other] = [await lent('delivered'), await lent('delivered')]
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const missing = async (days: number) => await missingReturns(db, admin, at(days))
  const before = (await missing(300)).count
  await sendBack(db, one.renter, { ...one.on, tracking: '' }, at(200))
  await sendBack(db, other.renter, { ...other.on, tracking: '' }, at(201))
  expect((await missing(204)).count).toBe(before)
  expect((await missing(205)).count).toBe(before + 1)
  expect((await missing(206)).count).toBe(before + 2)
  await updateRows(db, 'rentals', one.on.rentalId, { sent_back_at: at(-9) })
  expect(await missing(300)).toEqual({ count: before + 2, rentalId: one.on.rentalId })
  expect(await missingReturns(db, admin, at(300), 1)).toEqual({
    ...{ count: 1, rentalId: one.on.rentalId },
  })
  await recordReturn(db, one.closet, one.on, at(206))
  expect((await missing(206)).count).toBe(before + 1)
})

test('the database allows sending back only for delivered rentals', async () => {
  const { on } = await lent('confirmed')
  const set = (changes: object) =>
    db.updateTable('rentals').set(changes).where('id', '=', on.rentalId).execute()
  await expect(set({ sent_back_at: now })).rejects.toThrow(/only_delivered_rentals_are_sent_back/)
  await expect(set({ sent_back_tracking: '1Z' })).rejects.toThrow(/tracking_number/)
})
