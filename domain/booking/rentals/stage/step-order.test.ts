import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const ok = { ok: true, value: null }

async function requested() {
  const closet = await made.closet()
  const rental = await made.rental({
    item: await made.item({ closet }),
    renter: await made.shopper(),
    status: 'pending',
    createdAt: now,
  })
  const lastDay = parseCalendarDate(rental.end_date)
  if (!lastDay) throw new Error('no last day')
  // The day after the last day, when every step depends only on the steps before it.
  const on = { rentalId: rental.id, origin: 'https://shop.example', today: addDays(lastDay, 1) }
  return { closet, on }
}

const rentalOf = ({ rentalId }: { rentalId: RentalId }) =>
  db.selectFrom('rentals').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()

const steps = {
  accept: acceptRental,
  deliver: deliverRental,
  'fail delivery': failDelivery,
  'mark late': markLate,
  'record return': recordReturn,
  'approve condition': approveCondition,
  'keep deposit': (...[client, who, on, at]: Parameters<typeof acceptRental>) =>
    keepDeposit(client, who, { ...on, cents: 100, notes: 'Torn hem' }, at),
} as const
type StepName = keyof typeof steps

test.for([
  [[], ['accept', 'deliver', 'fail delivery']],
  [['accept'], ['deliver', 'fail delivery']],
  [['fail delivery'], []],
  [
    ['accept', 'deliver'],
    ['mark late', 'record return'],
  ],
  [['deliver', 'mark late'], ['record return']],
  [
    ['deliver', 'record return'],
    ['approve condition', 'keep deposit'],
  ],
  [['deliver', 'record return', 'approve condition'], []],
  [['deliver', 'record return', 'keep deposit'], []],
] satisfies [StepName[], StepName[]][])('after %j only %j changes anything', async ([
  way,
  open,
]) => {
  const changing: string[] = []
  for (const name of Object.keys(steps) as StepName[]) {
    const { closet, on } = await requested()
    for (const step of way) expect(await steps[step](db, closet, on, now)).toEqual(ok)
    const before = await rentalOf(on)
    const later = new Date(now.getTime() + 60_000)
    await steps[name](db, closet, on, later)
    const after = await rentalOf(on)
    if (JSON.stringify(after) !== JSON.stringify(before)) changing.push(name)
  }
  expect(changing).toEqual(open)
})
