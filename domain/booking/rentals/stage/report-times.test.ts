import { expect, test } from 'vitest'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { mayReport, type ReportedRental } from './report-times.ts'

const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()

const rental: ReportedRental = {
  ...({ status: 'delivered', return_status: 'pending', cancellation: null } as const),
  ...{ sent_back_at: null, delivered_at: now, start_date: today, end_date: addDays(today, 6) },
}

test('the renter reports on the return while they have the item, the closet once it has it', () => {
  const onReturn = (mover: 'renter' | 'owner', over: Partial<ReportedRental>, days: number) =>
    mayReport('return', mover, { ...rental, ...over }, { now, today: addDays(today, days) })
  const back = { return_status: 'returned' } as const
  expect([onReturn('renter', {}, 2), onReturn('renter', {}, 3)]).toEqual([false, true])
  expect([onReturn('owner', {}, 3), onReturn('owner', back, 3)]).toEqual([false, true])
  expect(onReturn('renter', back, 3)).toBe(false)
  expect(onReturn('owner', { ...back, status: 'completed' }, 3)).toBe(false)
})

test('a delivery can be reported on for a day after it is made', () => {
  const at = { now, today }
  const end = new Date('2026-11-21T15:00:00Z')
  const last = { today, now: new Date(end.getTime() - 1) }
  expect(mayReport('delivery', 'renter', rental, last)).toBe(true)
  expect(mayReport('delivery', 'renter', rental, { ...last, now: end })).toBe(false)
  expect(mayReport('delivery', 'renter', { ...rental, delivered_at: null }, at)).toBe(false)
})
