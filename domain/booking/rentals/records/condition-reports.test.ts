import { expect, test } from 'vitest'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { deliverRental, recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { addConditionReport, openReports } from './condition-reports.ts'
import { handoversOf } from './handovers.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const today = calendarDateIn('UTC', now)
const ok = { ok: true, value: null }
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const reasonOf = (outcome: { ok: true } | { ok: false; problem: { reason: string } }) =>
  outcome.ok ? null : outcome.problem.reason

async function delivered(given: { renter?: Shopper; closet?: ClosetOwner | Admin } = {}) {
  const { closet = await made.closet(), renter = await made.shopper() } = given
  const item = await made.item({ closet })
  const rental = await made.rental({ item, renter, status: 'confirmed', createdAt: now })
  const on = { rentalId: rental.id, origin }
  expect(await deliverRental(db, closet, on, now)).toEqual(ok)
  const end = parseCalendarDate(rental.end_date)
  if (!end) throw new Error('no last day')
  return { closet, renter, rentalId: rental.id, on, end }
}

test('a renter reports on the delivery once, within 24 hours', async () => {
  const { renter, closet, rentalId, end } = await delivered()
  const report = { rentalId, step: 'delivery', imageIds: [], today } as const
  const longest = 'x'.repeat(2000)
  const add = (at: Date, change = {}) =>
    addConditionReport(db, renter, { ...report, note: ` ${longest} `, ...change }, at)
  const open = (of = rentalId, who = renter) => openReports(db, who, of, { now: hours(23), today })
  expect(reasonOf(await add(hours(24)))).toBe('report-closed')
  expect(reasonOf(await add(now, { note: ' ' }))).toBe('report-empty')
  expect(reasonOf(await add(now, { note: `${longest}x` }))).toBe('note-too-long')
  expect(reasonOf(await add(now, { imageIds: [newId()] }))).toBe('image-unknown')
  expect(reasonOf(await add(now, { rentalId: newId() }))).toBe('rental-not-found')
  expect([await open(newId()), await open(rentalId, await made.shopper())]).toEqual([[], []])
  // The closet's report is separate.
  expect(await addConditionReport(db, closet, { ...report, note: 'New.' }, now)).toEqual(ok)
  expect(await open()).toEqual(['delivery'])
  expect(await add(hours(23))).toEqual(ok)
  expect(reasonOf(await add(hours(23)))).toBe('already-reported')
  expect(await open()).toEqual([])
  const lines = await readRows(
    db,
    'audit_log',
    ['actor_id', 'after', 'at'],
    { noun_id: rentalId, action: 'report-condition' },
    'id',
  )
  const after = { step: 'delivery', note: 'New.', photos: 0 }
  expect(lines).toEqual([
    { actor_id: closet.id, after, at: now },
    { actor_id: renter.id, after: { ...after, note: longest }, at: hours(23) },
  ])
  // Reports on the return and on another rental are separate.
  expect(await add(now, { step: 'return', today: end })).toEqual(ok)
  const next = await delivered({ renter })
  expect(await open(next.rentalId)).toEqual(['delivery'])
  expect(await add(now, { rentalId: next.rentalId })).toEqual(ok)
})

test('a renter reports on the return from three days before the last day until it is returned', async () => {
  const { renter, closet, rentalId, on, end } = await delivered()
  const add = (day: typeof today) =>
    addConditionReport(
      db,
      renter,
      { rentalId, step: 'return', note: 'As it came.', imageIds: [], today: day },
      hours(30),
    )
  expect(reasonOf(await add(addDays(end, -4)))).toBe('report-closed')
  const open = (day: typeof today) =>
    openReports(db, renter, rentalId, { now: hours(30), today: day })
  expect(await open(addDays(end, -4))).toEqual([])
  expect(await open(addDays(end, -3))).toEqual(['return'])
  expect(await open(addDays(end, 5))).toEqual(['return'])
  expect(await recordReturn(db, closet, on, hours(30))).toEqual(ok)
  expect(reasonOf(await add(end))).toBe('report-closed')
  expect(await open(end)).toEqual([])
})

test('both sides see all reports, oldest first, and strangers cannot add any', async () => {
  const { renter, closet, rentalId } = await delivered()
  const report = { rentalId, step: 'delivery', imageIds: [], today } as const
  expect(await addConditionReport(db, closet, { ...report, note: 'New.' }, hours(1))).toEqual(ok)
  expect(await addConditionReport(db, renter, { ...report, note: 'Fine.' }, now)).toEqual(ok)
  for (const stranger of [await made.shopper(), await made.closet(), await made.admin()])
    expect(
      reasonOf(await addConditionReport(db, stranger, { ...report, note: 'Mine?' }, now)),
    ).toBe('rental-not-found')
  const seen = await handoversOf(db, [rentalId])
  expect(seen.map(({ note, bySide }) => [note, bySide])).toEqual([
    ['Fine.', 'renter'],
    ['New.', 'closet'],
  ])
  expect(await handoversOf(db, [])).toEqual([])
  // Admins do for items that they list themselves.
  const admin = await made.admin()
  const own = { ...report, rentalId: (await delivered({ closet: admin })).rentalId, note: 'New.' }
  expect(await addConditionReport(db, admin, own, now)).toEqual(ok)
})

test('concurrent submissions write one report per person and step', async () => {
  const { renter, rentalId } = await delivered()
  const report = { rentalId, step: 'delivery', note: 'Fine.', imageIds: [], today } as const
  const added = await Promise.all(
    Array.from({ length: 4 }, () => addConditionReport(db, renter, report, now)),
  )
  expect(added.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await handoversOf(db, [rentalId])).toHaveLength(1)
})

test('the note and photos of an undone step are kept when the step is taken again', async () => {
  const { closet, rentalId, on } = await delivered()
  const photo = await made.image({ owner_id: closet.id, attached_at: null, use: 'handover' })
  const first = { ...on, note: 'First.', imageIds: [photo.id] }
  await recordReturn(db, closet, first, hours(1))
  expect(await correct(db, closet, { ...on, correction: 'undo-return' }, hours(1.1))).toEqual(ok)
  expect(await recordReturn(db, closet, { ...on, note: 'Second.' }, hours(1.2))).toEqual(ok)
  expect(await handoversOf(db, [rentalId])).toMatchObject([
    { note: 'First.\n\nSecond.', imageIds: [photo.id], writtenAt: hours(1.2) },
  ])
})

test('after a delivery is undone, the renter can report on the next one, and both reports are kept', async () => {
  const { renter, closet, rentalId, on } = await delivered()
  const photos = await Promise.all(
    [renter, renter].map(({ id }) =>
      made.image({ owner_id: id, attached_at: null, use: 'handover' }),
    ),
  )
  const [first, second] = photos.map(({ id }) => [id])
  if (!first || !second) throw new Error('no photos')
  const add = (note: string, imageIds: typeof first, at: Date) =>
    addConditionReport(db, renter, { rentalId, step: 'delivery', note, imageIds, today }, at)
  const open = (at: Date) => openReports(db, renter, rentalId, { now: at, today })
  expect(await add('I do not have it.', first, hours(0.1))).toEqual(ok)
  expect(await correct(db, closet, { ...on, correction: 'undo-deliver' }, hours(0.2))).toEqual(ok)
  expect(reasonOf(await add('I do not.', [], hours(0.3)))).toBe('report-closed')
  expect(await deliverRental(db, closet, on, hours(5))).toEqual(ok)
  expect(await open(hours(6))).toEqual(['delivery'])
  expect(await add('It has a stain.', second, hours(6))).toEqual(ok)
  expect(await open(hours(6))).toEqual([])
  expect(reasonOf(await add('Again.', [], hours(7)))).toBe('already-reported')
  expect(await handoversOf(db, [rentalId])).toMatchObject([
    {
      note: 'I do not have it.\n\nIt has a stain.',
      imageIds: [...first, ...second],
      writtenAt: hours(6),
    },
  ])
})
