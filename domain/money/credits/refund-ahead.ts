import type { DbOrTx } from '#db/connection.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { versionOf } from '#domain/shared/version.ts'
import { readShopTimeZone } from '#domain/site/settings/settings.ts'
import { lastDayOf, neverExpires } from './last-day.ts'
import type { RentalLife } from './operation.ts'
import { sumsOf } from './return-to-lots.ts'
import { partsOf, spentOn } from './spent-lots.ts'

/** What cancelling a rental returns, as its renter is told before. */
export type RefundAhead = {
  readonly credits: number
  /** How many of them are on hold because of a dispute. */
  readonly onHold: number
  /** How many of them can be used until which day, the earliest first; null if they never expire. */
  readonly until: readonly { readonly day: CalendarDate | null; readonly credits: number }[]
  /** The form sends it along, so that nobody gets anything else than they have read. */
  readonly version: string
}

/** What `restore` would return for this rental at `now`, to the credit and the day. */
export async function refundAhead(read: DbOrTx, life: RentalLife, now: Date): Promise<RefundAhead> {
  const timeZone = await readShopTimeZone(read)
  const parts = await partsOf(read, await spentOn(read, life), now)
  const days = new Map<CalendarDate | null, number>()
  const inOrder = parts.toSorted(
    (one, other) => one.expiresAt.getTime() - other.expiresAt.getTime(),
  )
  for (const { amount, side, expiresAt } of inOrder) {
    const day = neverExpires(expiresAt) ? null : lastDayOf(expiresAt, timeZone)
    if (side === 'available') days.set(day, amount + (days.get(day) ?? 0))
  }
  const { credits, onHold } = sumsOf(parts)
  const until = [...days].map(([day, some]) => ({ day, credits: some }))
  const version = versionOf({ onHold, until: JSON.stringify(until) })
  return { credits, onHold, until, version }
}
