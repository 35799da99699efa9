import { expect, test } from 'vitest'
import { like } from '#domain/catalogue/likes/likes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { SHARED_MS } from '#domain/shared/lists/shared-read.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

let milliseconds = 0
const site = await testSite({ elapsed: () => milliseconds, sharedMs: SHARED_MS })

/** Lets shared lists expire. */
const waitForOthers = () => {
  milliseconds += SHARED_MS
}

const pageFor = async (as: Person | null, path: string) =>
  (await site.get(path, { as })).text('main')

async function homePage() {
  const content = JSON.stringify({ filter_type: 'latest', item_count: 8 })
  const row = { section_type: 'carousel', title: 'New', content, order_index: 0 } as const
  await insertRows(site.db, 'home_sections', { id: newId(), ...row })
  return '/'
}

test('a list read for one person is shown to others for two seconds', async () => {
  const [first, second] = [await site.make.shopper(), await site.make.closet()]
  const shown = await site.make.item({ title: 'Linen shirt' })
  const paths = ['/styles', '/sizes', '/locations', await homePage(), `/item/${shown.id}`]
  for (const path of paths) await pageFor(first, path)
  await site.make.item({ title: 'Corduroy skirt', business_id: shown.business_id })
  for (const path of paths) expect(await pageFor(second, path)).not.toContain('Corduroy skirt')
  waitForOthers()
  for (const path of paths) expect(await pageFor(second, path)).toContain('Corduroy skirt')
})

test('the sender of a form sees its changes at once', async () => {
  const [owner, reader] = [await site.make.closet(), await site.make.shopper()]
  const item = await site.make.item({ title: 'Tweed blazer', business_id: owner.id })
  const neighbor = await site.make.item({ title: 'Suede belt', business_id: owner.id })
  const paths = ['/styles', '/sizes', '/locations', '/', `/item/${neighbor.id}`]
  waitForOthers()
  for (const path of paths) expect(await pageFor(reader, path)).toContain('Tweed blazer')
  await site.post('/business', { item: item.id, intent: 'pause' }, { as: owner })
  for (const path of paths) expect(await pageFor(owner, path)).not.toContain('Tweed blazer')
})

test('a heart is filled only for the person who liked it, and counted at once', async () => {
  const [fan, reader] = [await site.make.shopper(), await site.make.shopper()]
  const { id } = await site.make.item({ title: 'Satin scarf' })
  waitForOthers()
  const hearts = async (as: Person) => {
    const page = await site.get('/styles', { as })
    const heart = page.$(`form:has(input[value="${id}"]) button`)
    return [heart.getAttribute('aria-pressed'), heart.textContent]
  }
  expect(await hearts(fan)).toEqual(['false', '0'])
  await site.post('/likes', { item: id, liked: 'yes' }, { as: fan })
  expect(await hearts(fan)).toEqual(['true', '1'])
  expect(await hearts(reader)).toEqual(['false', '1'])
})

test('the same is true on a related item, with a shared or unshared card', async () => {
  const [fan, reader] = [await site.make.shopper(), await site.make.shopper()]
  const item = await site.make.item({ title: 'Felt beret' })
  const { id } = await site.make.item({ title: 'Felt cloche', business_id: item.business_id })
  await like(site.db, fan, id, new Date())
  waitForOthers()
  const heartFor = async (as: Person) =>
    (await site.get(`/item/${item.id}`, { as }))
      .$(`form:has(input[value="${id}"]) button`)
      .getAttribute('aria-pressed')
  const seen: (string | undefined)[] = []
  for (const person of [fan, reader, fan, reader]) seen.push(await heartFor(person))
  expect(seen).toEqual(['true', 'false', 'true', 'false'])
})

test('details for admins are not shared', async () => {
  const [admin, shopper] = [await site.make.admin(), await site.make.shopper()]
  await site.make.item({ title: 'Unapproved cape', approval_status: 'pending' })
  waitForOthers()
  expect(await pageFor(admin, '/styles')).toContain('Unapproved cape')
  expect(await pageFor(shopper, '/styles')).not.toContain('Unapproved cape')
  expect(await pageFor(admin, '/styles')).toContain('Unapproved cape')
})
