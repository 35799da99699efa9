import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { inOverlap } from '#test/in-overlap.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { hasNoRoomFor } from './closet-bounds.ts'
import { MAX_CLOSET_DRAFTS, MAX_CLOSET_ITEMS } from './closet-limits.ts'
import { listItem } from './listing.ts'

const now = new Date('2026-11-01T12:00:00Z')
const details = {
  title: 'Gown',
  description: '',
  creditsPerWeek: 14,
  size: 'M',
  style: 'Formal',
  eventType: 'Wedding',
  brandId: null,
} as const

async function world() {
  // Rows without history; the triggers that count them are what is tested.
  const { db, pool, made } = await testDatabase({ violatesInvariants: true })
  const owned = async (owner: Person, number: number, imageId: string | null) => {
    const item = await made.item({ business_id: owner.id })
    await pool.query(
      `set session_replication_role = replica;
      insert into clothing_items (id, business_id, title, description, size, style, event_type,
          image_id, credits_per_day, approval_status, created_at, updated_at)
        select gen_random_uuid(), business_id, title, description, size, style, event_type,
          ${imageId ? `'${imageId}'` : 'null'}, credits_per_day, 'pending', created_at, updated_at
        from clothing_items, generate_series(2, ${number}) where id = '${item.id}';
      set session_replication_role = origin`,
    )
  }
  const list = async (owner: Parameters<typeof listItem>[1]) => {
    const { id: imageId } = await made.image({ owner_id: owner.id, use: 'item', attached_at: null })
    return await listItem(db, owner, { ...details, imageId }, now)
  }
  return { db, pool, made, owned, list }
}

test('a closet has at most 20,000 items; deleted ones do not count, and admins have no limit', async () => {
  const { db, made, owned, list } = await world()
  const closet = await made.closet()
  const { id: imageId } = await made.image({ owner_id: closet.id, use: 'item' })
  await owned(closet, MAX_CLOSET_ITEMS, imageId)
  expect(await list(closet)).toMatchObject({ problem: { reason: 'too-many-items' } })
  expect(await hasNoRoomFor(db, closet, 1)).toBe(true)
  const one = db.selectFrom('clothing_items').select('id').where('business_id', '=', closet.id)
  await db
    .updateTable('clothing_items')
    .set({ deleted_at: now })
    .where('id', 'in', one.limit(2))
    .execute()
  expect([await hasNoRoomFor(db, closet, 2), await hasNoRoomFor(db, closet, 3)]).toEqual([
    false,
    true,
  ])
  expect(await list(closet)).toMatchObject({ ok: true })
  const admin = await made.admin()
  await owned(admin, MAX_CLOSET_ITEMS, imageId)
  expect(await list(admin)).toMatchObject({ ok: true })
})

test('a closet has at most 2,000 items without a photo', async () => {
  const { db, made, owned, list } = await world()
  const closet = await made.closet()
  await owned(closet, MAX_CLOSET_DRAFTS + 1, null)
  const draft = { ...details, imageId: null, requestKey: null }
  expect(await listItem(db, closet, draft, now)).toMatchObject({
    problem: { reason: 'too-many-drafts' },
  })
  expect(await hasNoRoomFor(db, closet, 1)).toBe(true)
  expect(await list(closet)).toMatchObject({ ok: true })
})

test('items that are added at the same time are counted', async () => {
  const { pool, made, owned } = await world()
  const closet = await made.closet()
  // The first one has a photo.
  await owned(closet, MAX_CLOSET_DRAFTS, null)
  const add = `insert into clothing_items (id, business_id, title, description, size, style,
      event_type, credits_per_day, approval_status, created_at, updated_at)
    select gen_random_uuid(), business_id, title, description, size, style, event_type,
      credits_per_day, 'pending', created_at, updated_at
    from clothing_items where business_id = '${closet.id}' and image_id is null limit 1`
  expect(await inOverlap(pool, add)).toBe('closet_has_at_most_2000_drafts')
})
