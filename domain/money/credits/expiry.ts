import type { Tx } from '#db/connection.ts'
import { readShopTimeZone } from '#domain/site/settings/settings.ts'
import { endAfterMonths, endOfLastDay } from './last-day.ts'

/** When credits expire that last for `months` from this instant; null means that they never do. */
export async function expiryAfterMonths(tx: Tx, at: Date, months: number | null): Promise<Date> {
  return endAfterMonths(at, months, await readShopTimeZone(tx))
}

/** When credits expire that last at least until this instant: at the end of that day. */
export async function expiryFrom(tx: Tx, at: Date): Promise<Date> {
  return endOfLastDay(at, await readShopTimeZone(tx))
}
