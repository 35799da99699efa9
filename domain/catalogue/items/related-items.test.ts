import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { publicItemsOf, relatedItems } from './related-items.ts'

const { db, made: things } = await testDatabase()

test('the pages of a closet and a brand show their public items, each once, newest first', async () => {
  const closet = await things.closet()
  const brand = await things.brand()
  const at = (n: number) => new Date(Date.UTC(2026, 10, 1, 0, n))
  for (let n = 0; n < 30; n++)
    await things.item({ closet, brand_id: brand.id, title: `Item ${n}`, created_at: at(n) })
  await things.item({ closet, brand_id: brand.id, title: 'Paused', paused: true })
  await things.item({ closet, brand_id: brand.id, title: 'New', approval_status: 'pending' })
  await things.item({ title: 'Of somebody else' })
  for (const whose of [{ closetId: closet.id }, { brandId: brand.id }]) {
    const first = await publicItemsOf(db, whose, null)
    const second = await publicItemsOf(db, whose, first.next)
    const titles = [...first.rows, ...second.rows].map(({ title }) => title)
    expect(titles).toEqual(Array.from({ length: 30 }, (_, n) => `Item ${29 - n}`))
    expect([first.rows.length, second.next]).toEqual([24, null])
  }
})

test('an item page shows more items of its closet, and similar ones with the same size first', async () => {
  const closet = await things.closet()
  const item = await things.item({ closet, style: 'Vintage', size: 'XL' })
  const own = await things.item({ closet, style: 'Formal' })
  const sameSize = await things.item({ style: 'Vintage', size: 'XL', created_at: new Date(0) })
  const other = await things.item({ style: 'Vintage', size: 'S' })
  await things.item({ style: 'Vintage', size: 'XL', paused: true })
  const wanted = { id: item.id, closetId: closet.id, style: 'Vintage', size: 'XL' }
  const { fromCloset, similar } = await relatedItems(db, wanted)
  expect(fromCloset.map(({ id }) => id)).toEqual([own.id])
  expect(similar.map(({ id }) => id)).toEqual([sameSize.id, other.id])
})
