import type { Pool } from 'pg'
import { plainTime } from '#domain/shared/time/local-time.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Found } from './check.ts'

const HOURS = 2 * 366 * 24
const HOUR_MS = 3_600_000

/**
 * Whether Node and the database know the same clock changes of the shop's time zone, over the next
 * two years. The app uses only Node's; this is the only place that asks the database.
 */
export async function checkTimeZones(
  pool: Pool,
  { timeZone }: Pick<Settings, 'timeZone'>,
  now = new Date(),
): Promise<Found> {
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: HOURS }, (_, n) => new Date(first + n * HOUR_MS))
  const { rows } = await pool.query<{ clock: string }>(
    `select to_char(($1::timestamptz + n * interval '1 hour') at time zone $2, 'YYYY-MM-DD HH24:MI')
       as clock
     from generate_series(0, $3::int - 1) n
     where exists (select from pg_timezone_names where name = $2) order by n`,
    [new Date(first).toISOString(), timeZone, HOURS],
  )
  return compareClocks(
    timeZone,
    hours,
    rows.map(({ clock }) => clock),
  )
}

/** `clocks` are what the database says that clocks show at these times; none if it has no such zone. */
export function compareClocks(
  timeZone: string,
  times: readonly Date[],
  clocks: readonly string[],
): Found {
  if (clocks.length === 0)
    return { note: `The database does not know the time zone ${timeZone}. ${WHAT_IT_MEANS}` }
  const place = times.findIndex((at, n) => plainTime(timeZone, at) !== clocks[n])
  const at = times[place]
  if (!at) return { ok: `Node and the database agree about ${timeZone}` }
  return {
    note: `Node and the database disagree about ${timeZone}: at ${at.toISOString().slice(0, 16)}Z it will be ${plainTime(timeZone, at)} for Node and ${clocks[place]} for the database, so one of them has older time zone data. ${WHAT_IT_MEANS}`,
  }
}

const WHAT_IT_MEANS = `The shop goes by Node (${process.versions.tz}), so do not convert times in the database.`
