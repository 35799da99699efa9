import { expect, test } from 'vitest'
import type { ImageId } from '#db/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()

function formFor(use: string) {
  const form = new FormData()
  const picture = new Uint8Array(flatPng(600, 600))
  form.set('file', new File([picture], 'photo.png', { type: 'image/png' }))
  form.set('use', use)
  return form
}

test('what nothing shows yet is seen by its owner alone', async () => {
  const closet = await site.make.closet()
  const answer = await site.post('/uploads', formFor('item'), { as: closet })
  const { id, url }: { id: ImageId; url: string } = JSON.parse(answer.html)
  const own = await site.get(`${url}?w=160`, { as: closet })
  expect([own.status, own.location]).toEqual([302, `/uploads/${id}?w=160`])
  expect(own.response.headers.get('cache-control')).toBe('no-store')
  const seen = await site.get(own.location ?? '', { as: closet })
  expect([seen.status, seen.response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(seen.response.headers.get('cache-control')).toContain('no-store')
  expect((await site.get(url)).status).toBe(404)
  const stranger = await site.make.closet()
  expect((await site.get(`/uploads/${id}`, { as: stranger })).status).toBe(404)
  await updateRows(site.db, 'images', id, { attached_at: site.clock.now() })
  expect((await site.get(url)).status).toBe(200)
})

test('nobody uploads for a form that they do not have', async () => {
  const people = {
    shopper: await site.make.shopper(),
    closet: await site.make.closet(),
    admin: await site.make.admin(),
  }
  const refused = async (as: keyof typeof people) => {
    const all = ['item', 'logo', 'founder', 'section', 'rating', 'message', 'outfit', 'closet']
    const found: string[] = []
    for (const use of all)
      if ((await site.post('/uploads', formFor(use), { as: people[as] })).status === 403)
        found.push(use)
    return found
  }
  expect(await refused('shopper')).toEqual(['item', 'logo', 'founder', 'section', 'closet'])
  expect(await refused('closet')).toEqual(['logo', 'founder', 'section'])
  expect(await refused('admin')).toEqual([])
})
