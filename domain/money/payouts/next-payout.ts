import type { DbOrTx } from '#db/connection.ts'
import { centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { MIN_TRANSFER_CENTS } from '#domain/money/payouts/transfers/pay-day.ts'
import type { PaidOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import { nextRunOn } from './pay-closets.ts'

export type NextPayout = {
  readonly on: CalendarDate
  /** What is payable by then, of all that is earned so far; less than 0 after corrections. */
  readonly cents: number
  /** Less than a transfer pays. */
  readonly isTooLittle: boolean
}

/** When a closet is paid next, and how much, if its account is ready then. */
export async function nextPayout(
  db: DbOrTx,
  owner: PaidOwner,
  {
    now,
    today,
    timeZone,
  }: { readonly now: Date; readonly today: CalendarDate; readonly timeZone: string },
): Promise<NextPayout> {
  const on = await nextRunOn(db, today, owner.id)
  const by = on > today ? startOfDay(timeZone, on) : now
  const { cents } = await db
    .selectNoFrom(centsPayableTo(owner.id, by).as('cents'))
    .executeTakeFirstOrThrow()
  return { on, cents, isTooLittle: cents < MIN_TRANSFER_CENTS }
}
