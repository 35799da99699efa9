import type { Pool } from 'pg'
import { instantIn, plainTime } from '#domain/shared/local-time.ts'
import type { Settings } from '#server/settings.ts'
import type { Found } from './check.ts'

const DAYS = 2 * 366
const DAY_MS = 86_400_000

/**
 * Whether Node and the database know the same clock changes of the shop's time zone, over the next
 * two years. The app uses only Node's; this is the only place that asks the database.
 */
export async function checkTimeZones(
  pool: Pool,
  { timeZone }: Pick<Settings, 'timeZone'>,
  now = new Date(),
): Promise<Found> {
  const start = instantIn('UTC', now.toISOString().slice(0, 10)).getTime()
  const days = Array.from({ length: DAYS }, (_, n) => new Date(start + n * DAY_MS))
  const { rows } = await pool.query<{ clock: string }>(
    `select to_char(at::timestamptz at time zone $2, 'YYYY-MM-DD HH24:MI') as clock
     from unnest($1::text[]) with ordinality as given (at, n)
     where exists (select from pg_timezone_names where name = $2) order by n`,
    [days.map((day) => day.toISOString()), timeZone],
  )
  const clocks = rows.map(({ clock }) => clock)
  return compareClocks(timeZone, days, clocks)
}

/** `clocks` are what the database says that clocks show at these times; none if it has no such zone. */
export function compareClocks(
  timeZone: string,
  times: readonly Date[],
  clocks: readonly string[],
): Found {
  if (clocks.length === 0)
    return { problems: [`The database does not know the time zone ${timeZone}. ${NO_HARM}`] }
  const different = times.find((at, n) => plainTime(timeZone, at) !== clocks[n])
  if (!different) return { ok: `Node and the database agree about ${timeZone}` }
  const on = different.toISOString().slice(0, 10)
  return {
    problems: [
      `Node and the database disagree about ${timeZone}, first on ${on}: one of them has older time zone data. ${NO_HARM}`,
    ],
  }
}

const NO_HARM =
  'The shop uses only the data of Node; other programs that convert times in this database can be wrong until it is updated.'
