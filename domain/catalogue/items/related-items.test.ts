import { expect, test } from 'vitest'
import { readSizeProfile, saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { publicItemsOf, relatedItems, type SimilarFor } from './related-items.ts'

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

const today = calendarDateIn('UTC', new Date())
const anybody = { dates: null, today, viewer: null, here: null }

function ids(items: readonly { readonly id: string }[]) {
  return items.map(({ id }) => id)
}

test('an item page shows more items of its closet, and others of its category or occasion', async () => {
  const closet = await things.closet()
  const gown = { category: 'Gown', event_type: 'Party', size: 'XL', colour: 'Red' } as const
  const item = await things.item({ closet, ...gown })
  const own = await things.item({ closet, category: 'Suit', event_type: 'Business' })
  const at = (n: number) => ({ created_at: new Date(Date.UTC(2026, 0, 1, 0, n)) })
  const [near, same, size, category, occasion] = [
    await things.item({ ...gown, colour: 'Pink', ...at(5) }),
    await things.item({ ...gown, ...at(1) }),
    await things.item({ ...gown, event_type: 'Wedding', colour: 'Blue', ...at(2) }),
    await things.item({ ...gown, size: 'S', ...at(3) }),
    await things.item({ ...gown, category: null, title: 'Cape', size: 'S', ...at(4) }),
  ]
  await things.item({ ...gown, paused: true })
  await things.item({ category: 'Suit', event_type: 'Business', size: 'XL', colour: 'Red' })
  const read = () => relatedItems(db, { id: item.id, closetId: closet.id }, anybody)
  const found = await read()
  expect(ids(found.fromCloset)).toEqual([own.id])
  expect(ids(found.similar)).toEqual([same.id, near.id, size.id, category.id])
  await db.updateTable('clothing_items').set({ paused: true }).where('id', '=', size.id).execute()
  expect(ids((await read()).similar)).toEqual([same.id, near.id, category.id, occasion.id])
})

const noSize = { usualSize: null, heightCm: null, bustCm: null, waistCm: null, hipsCm: null }
const later = { start: addDays(today, 30), end: addDays(today, 32) }

test('similar items are free on the dates, can reach the person, and have their usual size', async () => {
  const far = await things.closet({ city: 'New York', state: 'NY', driving_distance: '10 miles' })
  const close = await things.closet({ city: 'Boston', state: 'MA', driving_distance: '10 miles' })
  const dress = { category: 'Dress', event_type: 'Vacation', size: 'M' } as const
  const item = await things.item({ ...dress })
  const [inNewYork, inBoston, small] = [
    await things.item({ closet: far, ...dress }),
    await things.item({ closet: close, ...dress }),
    await things.item({ closet: close, ...dress, size: 'S' }),
  ]
  const shopper = await things.shopper()
  await saveSizeProfile(db, shopper, { ...noSize, usualSize: 'S' }, new Date())
  const wanted = { id: item.id, closetId: item.business_id }
  const here = pointOfPlace('02116')
  const read = async (changes: Partial<SimilarFor>) =>
    ids((await relatedItems(db, wanted, { ...anybody, ...changes })).similar)
  const seen = async () => ({ id: shopper.id, sizes: await readSizeProfile(db, shopper) })
  expect(await read({ here })).toEqual([inBoston.id, small.id, inNewYork.id])
  expect(await read({ here, viewer: await seen() })).toEqual([small.id, inBoston.id, inNewYork.id])
  const dates = { start: addDays(today, 9), end: addDays(today, 12) }
  await db
    .insertInto('rental_availability')
    .values({ item_id: inBoston.id, blocked_date: dates.end })
    .execute()
  expect(await read({ here, dates })).toEqual([small.id, inNewYork.id])
  await db.insertInto('item_measurements').values({ item_id: inBoston.id, waist_cm: 74 }).execute()
  await saveSizeProfile(db, shopper, { ...noSize, usualSize: 'XL', waistCm: 70 }, new Date())
  const fitting = await read({ here, viewer: await seen(), dates: later })
  expect(fitting).toEqual([inBoston.id, small.id, inNewYork.id])
})
