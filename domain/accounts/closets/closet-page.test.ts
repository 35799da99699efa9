import { expect, test } from 'vitest'
import type { ImageId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { type ClosetPage, clearClosetPage, editClosetPage, readClosetPage } from './closet-page.ts'

const now = new Date('2026-11-20T12:00:00Z')
const origin = 'https://shop.example'

async function world() {
  const { db } = await testDatabase()
  const things = make(db)
  const closet = await things.closet()
  const photo = async (owner_id = closet.id) =>
    (await things.image({ owner_id, use: 'closet', attached_at: null })).id
  const isAttached = async (id: ImageId) =>
    (await readRow(db, 'images', 'attached_at', id)).attached_at !== null
  const version = async () => (await readClosetPage(db, closet)).version
  return { db, things, closet, photo, isAttached, version }
}

const page = { shopName: 'The Rail', about: 'Gowns.', imageId: null }

test('a closet saves its page, and a replaced photo is released', async () => {
  const { db, closet, photo, isAttached, version } = await world()
  expect(await readClosetPage(db, closet)).toMatchObject({ shopName: null, about: null })
  const [first, second] = [await photo(), await photo()]
  const save = async (imageId: ImageId | null) =>
    editClosetPage(db, closet, { ...page, imageId, seen: await version() }, now)
  expect(await save(first)).toMatchObject({ ok: true })
  expect(await isAttached(first)).toBe(true)
  expect(await save(second)).toMatchObject({ ok: true })
  expect([await isAttached(first), await isAttached(second)]).toEqual([false, true])
  expect(await save(null)).toMatchObject({ ok: true })
  expect(await isAttached(second)).toBe(false)
  expect(await readClosetPage(db, closet)).toMatchObject(page)
})

test('of two edits that began from one version, the second is asked', async () => {
  const { db, closet, version } = await world()
  const seen = await version()
  const save = (about: string) => editClosetPage(db, closet, { ...page, about, seen }, now)
  const both = await Promise.all([save('One.'), save('Two.')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const refusal = both.find(({ ok }) => !ok)
  expect(refusal).toMatchObject({ problem: { reason: 'edit-conflict' } })
  // The same again, because its answer was lost.
  const { about } = await readClosetPage(db, closet)
  expect(await save(about ?? '')).toMatchObject({ ok: true })
})

test('the name of the shop, photos of others and unknown ones are refused', async () => {
  const { db, things, closet, photo } = await world()
  const save = (change: Partial<ClosetPage>) =>
    editClosetPage(db, closet, { ...page, ...change, seen: null }, now)
  const reserved = await save({ shopName: 'Hemline Support' })
  expect(reserved).toMatchObject({ problem: { reason: 'name-reserved' } })
  const foreign = await photo((await things.closet()).id)
  const unknown: ImageId = newId()
  for (const imageId of [foreign, unknown])
    expect(await save({ imageId })).toMatchObject({ problem: { reason: 'photo-unknown' } })
  expect(await readClosetPage(db, closet)).toMatchObject({ shopName: null, about: null })
})

test('an admin empties a page once, and its closet gets the reason', async () => {
  const { db, things, closet, photo, isAttached } = await world()
  const admin = await things.admin()
  const clear = () =>
    clearClosetPage(db, admin, { closetId: closet.id, reason: 'An advertisement.', origin }, now)
  expect(await clear()).toMatchObject({ problem: { reason: 'nothing-to-clear' } })
  const imageId = await photo()
  await editClosetPage(db, closet, { ...page, imageId, seen: null }, now)
  const both = await Promise.all([clear(), clear()])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await readClosetPage(db, closet)).toMatchObject({ shopName: null, imageId: null })
  expect(await isAttached(imageId)).toBe(false)
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['to_address', 'text_body'])
    .where('template', '=', 'closet-page-cleared')
    .execute()
  expect(mails.map(({ to_address }) => to_address)).toEqual([closet.email])
  expect(mails[0]?.text_body).toContain('Reason: An advertisement.')
})
