import { expect, test } from 'vitest'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { countRequestedNames, requestedNames } from './review-names.ts'

const database = await testDatabase({ isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const now = new Date('2026-11-20T15:00:00Z')

for (let n = 0; n < 30; n++)
  await made.closet({
    full_name: `Closet ${n}`,
    requested_name: `Renamed ${n}`,
    name_requested_at: new Date(now.getTime() + n * 1000),
  })
await pool.query(`
  insert into user_profiles (id, full_name, email, account_type, business_status)
    select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test', 'business', 'approved'
    from generate_series(1, 3000) n`)
await vacuumFilled(pool)

test('admins see the names that wait, oldest first, page by page', async () => {
  const first = await requestedNames(db, admin, { after: null, since: null }, now)
  const second = await requestedNames(db, admin, { after: first.next, since: null }, now)
  expect([first.total, first.rows.length, second.next]).toEqual([30, 24, null])
  expect([...first.rows, ...second.rows].map(({ requestedName }) => requestedName)).toEqual(
    Array.from({ length: 30 }, (_, n) => `Renamed ${n}`),
  )
  expect(first.rows[0]).toMatchObject({ fullName: 'Closet 0' })
  expect(await countRequestedNames(db, admin)).toBe(30)
})

test('a page and the number of names read only those that wait', async () => {
  const { next } = await requestedNames(db, admin, { after: null, since: null }, now)
  const max = await maxRowsHandled(database, async (db) => {
    await requestedNames(db, admin, { after: next, since: null }, now)
    return countRequestedNames(db, admin)
  })
  expect(max).toBeLessThan(100)
})
