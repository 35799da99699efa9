import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { checkTimeZones, compareClocks } from './time-zones.ts'

const { pool } = await testDatabase()
const now = new Date('2026-10-28T12:20:00Z')

/** Hours between UTC and the clocks of a time zone. */
async function offsets(timeZone: string, at: Date) {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours] = /^GMT(?:([+-])(\d\d):00)?$/.exec(name ?? '') ?? []
  const { rows } = await pool.query<{ hours: number }>(
    `select extract(epoch from $1::timestamptz at time zone $2 - $1::timestamptz at time zone 'UTC')::int
       / 3600 as hours`,
    [at.toISOString(), timeZone],
  )
  return { node: Number(`${sign ?? ''}${hours ?? 0}`), database: rows[0]?.hours }
}

// Releases of the tz database differ about the first two: Node 24.21 has another one than the
// embedded PostgreSQL, and other versions of both may agree.
test.for([
  'America/Edmonton',
  'Africa/Casablanca',
  'America/New_York',
  'UTC',
])('Node and the database are compared about %s', async (timeZone) => {
  const winter = await offsets(timeZone, new Date('2027-01-15T12:00:00Z'))
  const found = await checkTimeZones(pool, { timeZone }, now)
  if (winter.node === winter.database)
    expect(found).toEqual({ ok: `Node and the database agree about ${timeZone}` })
  else
    expect(found).toEqual({
      note: expect.stringMatching(
        new RegExp(`^Node and the database disagree about ${timeZone}: at 20\\d\\d-.*for Node`),
      ),
    })
})

test('a time zone that the database knows otherwise, or not at all, is found', () => {
  const times = ['2027-03-28T00:00:00Z', '2027-03-28T01:00:00Z'].map((at) => new Date(at))
  const check = (...clocks: string[]) => compareClocks('Europe/Berlin', times, clocks)
  expect(check('2027-03-28 01:00', '2027-03-28 03:00')).toHaveProperty('ok')
  expect(check('2027-03-28 01:00', '2027-03-28 02:00')).toEqual({
    note: expect.stringContaining(
      'at 2027-03-28T01:00Z it will be 2027-03-28 03:00 for Node and 2027-03-28 02:00 for the database',
    ),
  })
  expect(check()).toEqual({
    note: expect.stringContaining('does not know the time zone Europe/Berlin'),
  })
})

test('the database does not know offsets', async () => {
  expect(await checkTimeZones(pool, { timeZone: '+05:00' }, now)).toEqual({
    note: expect.stringContaining('does not know the time zone +05:00'),
  })
})
