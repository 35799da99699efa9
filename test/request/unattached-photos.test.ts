import { expect, test } from 'vitest'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, app } = site

const png = () => new Uint8Array(flatPng(300, 600))

/** As many photos as one account can have that no saved form refers to. */
async function fill(who: Person) {
  const sizes = { width: 300, height: 600, bytes: 1000 }
  const row = () => ({ id: newId(), owner_id: who.id, use: 'item' as const, ...sizes })
  const rows = Array.from({ length: 200 }, () => ({ ...row(), created_at: new Date() }))
  await db.insertInto('images').values(rows).execute()
}

test('whoever has too many photos without a saved form is told so', async () => {
  const as = await make.closet()
  const item = await make.item({ closet: as })
  await fill(as)
  const form = new FormData()
  form.append('use', 'item')
  form.append('file', new File([png()], 'a.png'))
  const upload = await site.post('/uploads', form, { as })
  expect([upload.status, JSON.parse(upload.html)]).toEqual([
    400,
    { problem: imageSentences['no-room'] },
  ])

  const sent = new FormData()
  sent.append('title', 'Typed title')
  sent.append('more_photos', new File([png()], 'a.png'))
  const page = await site.post('/business/items/new', sent, { as })
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain(imageSentences['no-room'])
  expect(page.$('[name=title]').getAttribute('value')).toBe('Typed title')

  const { token } = await apiTokenOf(db, as)
  const photo = { token, bytes: png(), headers: { 'Content-Type': 'image/png' } }
  const called = await callApi(app, 'POST', `/listings/${item.id}/photos`, photo)
  expect([called.status, called.body.reason, called.body.detail]).toEqual([
    409,
    'too-many-photos',
    imageSentences['no-room'],
  ])
})
