import type { Db } from '#db/connection.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { demoShopper } from './demo-payments.ts'
import { sentBackRental } from './demo-rentals.ts'
import { dropEmails, emailOf, keyOf } from './seed-rentals.ts'

const HOUR_MS = 3_600_000

/** Adds a return request that its closet has to answer. */
export async function seedReturns(db: Db, now: Date): Promise<void> {
  const { id: rentalId, delivered_at } = await db
    .selectFrom('rentals')
    .select(['id', 'delivered_at'])
    .where('request_key', '=', keyOf(sentBackRental))
    .executeTakeFirstOrThrow()
  if (!delivered_at) throw new Error('the demo’s rental to send back was not delivered')
  const shopper = await demoShopper(db, emailOf(sentBackRental.renter))
  const words = 'Lovely, but too tight at the shoulders. I tried it on once, indoors.'
  const input = { rentalId, reason: 'does_not_fit', words, imageIds: [] } as const
  const at = new Date(Math.min(now.getTime(), delivered_at.getTime() + 20 * HOUR_MS))
  const requested = await requestReturn(db, shopper, input, at, calendarDateIn('UTC', at))
  if (!requested.ok) throw new Error(`the demo’s return request: ${requested.problem.reason}`)
  await dropEmails(db, 'tell-about-return-request')
}
