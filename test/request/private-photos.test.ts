import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { sendPhoto, uploadPhoto } from '#test/make/send-photo.ts'

const site = await testSite()
const { make, db, clock } = site

/** A conversation that ends with a photo from the shopper, and the photo's address. */
async function withPhoto() {
  const talk = await make.conversation({ now: clock.now() })
  const { id, shopper, closet, lastOfShopper } = talk
  const image = await sendPhoto(site, shopper, `/messages/${id}`)
  const message = await db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`${image} = any(image_ids)`)
    .executeTakeFirstOrThrow()
  const photo = `/messages/${id}/photos/${message.id}/${image}`
  return { id, shopper, closet, lastOfShopper, image, message: message.id, photo }
}

const statusFor = async (path: string, as: Parameters<typeof sendPhoto>[1] | null) =>
  (await site.get(path, { as })).status

test('only its owner sees a private upload until it is sent', async () => {
  const [owner, other] = [await make.shopper(), await make.admin()]
  for (const use of ['message', 'handover', 'appeal', 'return_request', 'outfit']) {
    const { id, url } = await uploadPhoto(site, owner, use)
    expect(url).toBe(`/uploads/${id}`)
    expect([await statusFor(url, owner), await statusFor(url, other)], use).toEqual([200, 404])
    expect(await statusFor(`/images/${id}`, owner), use).toBe(404)
    expect((await site.get(url)).location).toBe(`/auth?return_to=${encodeURIComponent(url)}`)
  }
  const talk = await withPhoto()
  expect(await statusFor(`/uploads/${talk.image}`, talk.shopper)).toBe(404)
})

test('both sides see a photo in every width, and no cache stores it', async () => {
  const { shopper, closet, photo, image } = await withPhoto()
  for (const as of [shopper, closet])
    for (const width of ['', '?w=160', '?w=99999', '?w=x']) {
      const { response } = await site.get(`${photo}${width}`, { as })
      expect(Object.fromEntries(response.headers), width).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${image}.webp"`,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(response.headers.get('etag')).toBeNull()
    }
  const page = await site.get(photo.split('/photos')[0] ?? '', { as: closet })
  const shown = page.$(`img[src="${photo}?w=320"]`).closest('a')
  expect(shown?.getAttribute('href')).toBe(`${photo}?w=1600`)
})

test('other people get the same answer as for a photo that does not exist', async () => {
  const { photo, shopper, id, message, image } = await withPhoto()
  const missing = await site.get(`/messages/${id}/photos/${message}/${newId()}`, { as: shopper })
  expect([missing.status, missing.html]).toEqual([404, 'Not found\n'])
  for (const as of [await make.shopper(), await make.closet(), await make.admin()]) {
    const page = await site.get(photo, { as })
    expect([page.status, page.html]).toEqual([404, 'Not found\n'])
  }
  expect((await site.get(photo)).location).toMatch(/^\/auth\?/)
  for (const wrong of ['x', `../${image}`, `${image}.webp`])
    expect(await statusFor(`/messages/${id}/photos/${message}/${wrong}`, shopper)).toBe(404)
})

test('once its message is withdrawn, a photo is no longer available to either side', async () => {
  const { photo, shopper, closet, id, message } = await withPhoto()
  expect(await statusFor(photo, closet)).toBe(200)
  await site.post(`/messages/${id}`, { intent: 'withdraw', message }, { as: shopper })
  expect([await statusFor(photo, closet), await statusFor(photo, shopper)]).toEqual([404, 404])
})

test('people who have blocked each other still see what was sent', async () => {
  const { photo, shopper, closet } = await withPhoto()
  await site.post(`/block?id=${shopper.id}`, {}, { as: closet })
  expect([await statusFor(photo, closet), await statusFor(photo, shopper)]).toEqual([200, 200])
})

test('a person whose session has ended no longer sees the photo', async () => {
  const { photo, shopper } = await withPhoto()
  expect(await statusFor(photo, shopper)).toBe(200)
  await db.deleteFrom('auth_sessions').where('user_id', '=', shopper.id).execute()
  expect(await statusFor(photo, shopper)).toBe(302)
})

test('an admin sees the photos of a reported conversation that they have opened', async () => {
  const [admin, other] = [await make.admin(), await make.admin()]
  const { closet, shopper, id, message, image } = await withPhoto()
  const reading = `/admin/conversations/${message}`
  const photo = `${reading}/photos/${message}/${image}`
  expect(await statusFor(photo, admin)).toBe(404)
  await make.messageReport(closet, message, clock.now())
  await site.post(`/messages/${id}`, { intent: 'withdraw', message }, { as: shopper })
  expect(await statusFor(photo, admin)).toBe(404)
  const read = await site.submit(
    await site.get(reading, { as: admin }),
    'main form[method=post]',
    {},
    { as: admin },
  )
  expect(read.has(`img[src="${photo}?w=320"]`)).toBe(true)
  expect([await statusFor(photo, admin), await statusFor(photo, other)]).toEqual([200, 404])
  expect((await site.get(photo, { as: closet })).response.headers.get('content-type')).not.toBe(
    'image/webp',
  )
  const lines = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', 'in', [admin.id, other.id])
    .execute()
  expect(lines).toEqual([{ action: 'read conversation' }])
  clock.advance({ hours: 2 })
  expect(await statusFor(photo, admin)).toBe(404)
})

test('the export of a person’s data has the addresses of their photos', async () => {
  const { shopper, photo } = await withPhoto()
  const { html } = await site.get('/profile/your-data.json', { as: shopper })
  const { messages }: { messages: { photos: string[] }[] } = JSON.parse(html)
  const photos = messages.flatMap((one) => one.photos)
  expect(photos).toEqual([`http://localhost:3000${photo}`])
})

test('a photo whose file is missing is not found', async () => {
  const { photo, shopper, image } = await withPhoto()
  const folder = join(site.settings.dataDir, 'images', image.slice(-2), 'private', image)
  rmSync(folder, { recursive: true })
  expect(await statusFor(photo, shopper)).toBe(404)
})

test('only both sides and admins see photos of condition reports', async () => {
  const [closet, renter] = [await make.closet(), await make.shopper()]
  const item = await make.item({ closet })
  const lent = { item, renter, status: 'delivered', createdAt: clock.now() } as const
  const { id } = await make.rental(lent)
  const { id: image } = await uploadPhoto(site, renter, 'handover')
  const form = { answer: 'report', report: 'delivery', photos: image }
  expect((await site.post(`/my-rentals/${id}`, form, { as: renter })).status).toBe(302)
  const photo = `/rentals/${id}/photos/${image}`
  for (const [as, path] of [
    [renter, `/my-rentals/${id}`],
    [closet, `/business/rentals/${id}`],
    [await make.admin(), `/admin/rentals/${id}`],
  ] as const) {
    expect((await site.get(path, { as })).has(`img[src="${photo}?w=320"]`), path).toBe(true)
    expect(await statusFor(photo, as), path).toBe(200)
  }
  for (const as of [await make.shopper(), await make.closet()])
    expect(await statusFor(photo, as)).toBe(404)
  expect((await site.get(photo)).location).toMatch(/^\/auth\?/)
  expect(await statusFor(`/images/${image}`, renter)).toBe(404)
})
