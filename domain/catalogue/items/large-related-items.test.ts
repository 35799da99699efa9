import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { relatedItems } from './related-items.ts'

test('related items are found without reading all items of the closet or the category', async () => {
  // Rows without history; their invariants are checked elsewhere.
  const database = await testDatabase({ violatesInvariants: true, isNew: true })
  const { db, pool, made } = database
  const [closet, other] = [await made.closet(), await made.closet()]
  await pool.query(`
    set session_replication_role = replica;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        approval_status, lister_in_good_standing, created_at, updated_at, category_group)
      select gen_random_uuid(), owner, 'Gown', 'M', 'Vintage', 'Party', 2, 'approved', true,
        timestamptz '2026-06-01Z' - n * interval '1 minute', '2026-06-01Z', 'Gown'
      from generate_series(1, 3000) n, unnest('{${closet.id},${other.id}}'::uuid[]) owner;
    set session_replication_role = origin`)
  const item = await made.item({ closet, title: 'Gown', event_type: 'Party' })
  await vacuumFilled(pool)
  const read = (from: Db) =>
    relatedItems(
      from,
      { id: item.id, closetId: closet.id },
      { dates: null, today: calendarDateIn('UTC', new Date()), viewer: null, here: null },
    )
  const { fromCloset, similar } = await read(db)
  expect([fromCloset.length, similar.length]).toEqual([4, 4])
  expect(await maxRowsHandled(database, read)).toBeLessThan(300)
})
