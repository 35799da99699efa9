import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db } = site

test('applications require an active city', async () => {
  await make.city({ is_active: false })
  const page = await site.get('/business-apply', { as: await make.shopper() })
  expect(page.text('main')).toContain('No cities available at this time. Please check back later.')
  expect(page.has('[name=driving_distance]')).toBe(false)
})

test('while only admins can add items, applications and new items are closed, and listed items stay', async () => {
  const city = await make.city()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const image = await make.image({ attached_at: null, owner_id: closet.id })
  await db.updateTable('platform_settings').set({ setting_value: false }).execute()
  const person = await make.shopper()
  const page = await site.get('/business-apply', { as: person })
  expect(page.text('main')).toContain('Applications are closed at the moment.')
  const outfit = await make.image({ use: 'outfit', attached_at: null, owner_id: person.id })
  await site.post(
    '/business-apply',
    {
      full_name: 'A',
      city: city.id,
      state: 'NY',
      instagram: 'a',
      driving_distance: '5 miles',
      meeting_flexibility: 'Any',
      contact_phone: '1',
      outfit_images: outfit.id,
    },
    { as: person },
  )
  expect(await db.selectFrom('business_applications').selectAll().execute()).toEqual([])
  const waiting = await make.person({ business_status: 'pending' })
  expect((await site.get('/business-apply', { as: waiting })).text('main')).toContain(
    'Your application is under review.',
  )

  const added = await site.post(
    '/business/items/new',
    {
      intent: 'save',
      title: 'New',
      size: 'M',
      style: 'Formal',
      event_type: 'Wedding',
      credits_per_week: '7',
      image_id: image.id,
    },
    { as: closet },
  )
  expect([added.status, added.text('main')]).toEqual([
    400,
    expect.stringContaining('Only admins can post items at the moment.'),
  ])
  const dashboard = await site.get('/business', { as: closet })
  expect(dashboard.has('a[href="/business/items/new"]')).toBe(false)
  expect(dashboard.text('main')).toContain(item.title)
  expect((await site.get(`/item/${item.id}`, { as: null })).status).toBe(200)
  expect((await site.get(`/item/${newId()}`)).status).toBe(404)
})
