import { expect, test } from 'vitest'
import { addDays, calendarDateIn, parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { addConditionReport, openReports } from './condition-reports.ts'
import { correct } from './corrections.ts'
import { MAX_NOTE_CHARACTERS } from './handover-limits.ts'
import { handoversOf } from './handovers.ts'
import { deliverRental, recordReturn } from './rental-steps.ts'

const { db } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const today = calendarDateIn('UTC', now)
const ok = { ok: true, value: null }
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const reasonOf = (outcome: { ok: true } | { ok: false; problem: { reason: string } }) =>
  outcome.ok ? null : outcome.problem.reason

async function delivered() {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const renter = await made.shopper()
  const rental = await made.rental({ item, renter, status: 'confirmed', createdAt: now })
  const on = { rentalId: rental.id, origin }
  expect(await deliverRental(db, closet, on, now)).toEqual(ok)
  const end = parseCalendarDate(rental.end_date)
  if (!end) throw new Error('no last day')
  return { closet, renter, rentalId: rental.id, on, end }
}

test('a renter reports on the delivery once, within 24 hours', async () => {
  const { renter, rentalId } = await delivered()
  const report = {
    rentalId,
    step: 'delivery',
    note: 'A loose button.',
    imageIds: [],
    today,
  } as const
  const add = (at: Date, change = {}) =>
    addConditionReport(db, renter, { ...report, ...change }, at)
  expect(reasonOf(await add(hours(24)))).toBe('report-closed')
  expect(reasonOf(await add(now, { note: ' ' }))).toBe('report-empty')
  expect(reasonOf(await add(now, { note: 'x'.repeat(MAX_NOTE_CHARACTERS + 1) }))).toBe(
    'note-too-long',
  )
  expect(await openReports(db, renter, rentalId, { now: hours(23), today })).toEqual(['delivery'])
  expect(await add(hours(23))).toEqual(ok)
  expect(reasonOf(await add(hours(23)))).toBe('already-reported')
  expect(await openReports(db, renter, rentalId, { now: hours(23), today })).toEqual([])
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

test('both sides see all reports, and strangers add none', async () => {
  const { renter, closet, rentalId } = await delivered()
  const report = { rentalId, step: 'delivery', imageIds: [], today } as const
  expect(await addConditionReport(db, renter, { ...report, note: 'Fine.' }, now)).toEqual(ok)
  expect(await addConditionReport(db, closet, { ...report, note: 'New.' }, now)).toEqual(ok)
  for (const stranger of [await made.shopper(), await made.closet(), await made.admin()])
    expect(
      reasonOf(await addConditionReport(db, stranger, { ...report, note: 'Mine?' }, now)),
    ).toBe('rental-not-found')
  const seen = await handoversOf(db, [rentalId])
  expect(seen.map(({ note, bySide }) => [note, bySide]).toSorted()).toEqual([
    ['Fine.', 'renter'],
    ['New.', 'closet'],
  ])
})

test('at once, one report per person and step is written', async () => {
  const { renter, rentalId } = await delivered()
  const report = { rentalId, step: 'delivery', note: 'Fine.', imageIds: [], today } as const
  const added = await Promise.all(
    Array.from({ length: 4 }, () => addConditionReport(db, renter, report, now)),
  )
  expect(added.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await handoversOf(db, [rentalId])).toHaveLength(1)
})

test('what was noted before a step was undone stays with the step that follows', async () => {
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
