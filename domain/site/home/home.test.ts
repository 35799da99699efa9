import { expect, test } from 'vitest'
import type { SectionType } from '#db/enums.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { carouselChoices, homeSections } from './home.ts'

// For tests that replace all sections.
const shared = await site()

async function site() {
  const { db, made: things } = await testDatabase()
  let placed = 0
  const section = (
    section_type: SectionType,
    content: unknown = {},
    row: { title?: string; is_visible?: boolean; order_index?: number } = {},
  ) =>
    insertRows(db, 'home_sections', {
      id: newId(),
      section_type,
      content: JSON.stringify(content),
      order_index: ++placed,
      ...row,
    })
  const carousel = async (content: unknown) => {
    await db.deleteFrom('home_sections').execute()
    await section('carousel', content)
    const [found] = await homeSections(db)
    if (found?.type !== 'carousel') throw new Error('no carousel')
    return found.items.map(({ title }) => title)
  }
  return { db, things, section, carousel }
}

test('visible sections are listed in order, and hidden ones are left out', async () => {
  const { db, section } = await site()
  await section('text', { text: 'last' }, { order_index: 9 })
  await section('hero', {}, { order_index: 1 })
  await section('cta', {}, { order_index: 2, is_visible: false })
  await section('subtitle', {}, { order_index: 3 })
  expect((await homeSections(db)).map(({ type }) => type)).toEqual(['hero', 'subtitle', 'text'])
})

test('a carousel shows the newest public items that pass its filter', async () => {
  const { things, carousel } = await site()
  const closet = await things.closet()
  const brand = await things.brand()
  const other = await things.brand()
  let second = 0
  const item = (title: string, row: Parameters<typeof things.item>[0] = {}) => {
    second += 1
    return things.item({ closet, title, created_at: new Date(second * 1000), ...row })
  }
  await item('branded', { brand_id: brand.id })
  await item('boho', { style: 'Boho', event_type: 'Cocktail' })
  await item('party', { event_type: 'Party' })
  await item('other brand', { brand_id: other.id, event_type: 'Party' })
  await item('pending', { approval_status: 'pending', brand_id: brand.id })
  await item('paused', { paused: true })
  await things.rental({ item: await item('rented') })

  const all = ['other brand', 'party', 'boho', 'branded']
  expect(await carousel({})).toEqual(all)
  expect(await carousel({ filter_type: 'latest', limit: 2 })).toEqual(all.slice(0, 2))
  expect(await carousel({ filter_type: 'style', filter_value: 'all' })).toEqual(all)
  expect(await carousel({ filter_type: 'style', filter_value: 'Boho' })).toEqual(['boho'])
  expect(await carousel({ filter_type: 'style', filter_value: 'Formal', limit: 1 })).toEqual([
    'other brand',
  ])
  expect(await carousel({ filter_type: 'occasion', filter_value: 'Party' })).toEqual([
    'other brand',
    'party',
  ])
  expect(await carousel({ filter_type: 'occasion', filter_value: 'Cocktail' })).toEqual(['boho'])
  expect(await carousel({ filter_type: 'brand', filter_value: brand.id })).toEqual(['branded'])
  expect(await carousel({ filter_type: 'brand', filter_value: 'all' })).toEqual([
    'other brand',
    'branded',
  ])
  expect(await carousel({ filter_type: 'brand', filter_value: 'no id' })).toEqual([])
})

test('a carousel shows 1 to 20 items, 8 by default', async () => {
  const { things, carousel } = await site()
  const closet = await things.closet()
  for (let n = 0; n < 22; n++) await things.item({ closet })
  expect(await carousel({})).toHaveLength(8)
  expect(await carousel({ limit: '12' })).toHaveLength(12)
  expect(await carousel({ limit: 20 })).toHaveLength(20)
  for (const limit of [0, 21, -1, 1.5, 'many', null]) {
    expect(await carousel({ limit })).toHaveLength(8)
  }
})

test.for([
  [],
  'words',
  7,
  null,
  { filter_type: 7, limit: {} },
  { button_link: 'javascript:x' },
])('content that reads %j breaks no section', async (content) => {
  const { db, section } = shared
  await db.deleteFrom('home_sections').execute()
  const types = ['hero', 'subtitle', 'carousel', 'text', 'cta', 'stats'] as const
  for (const type of types) await section(type, content)
  const sections = await homeSections(db)
  expect(sections.map(({ type }) => type)).toEqual(types)
  expect(sections.find(({ type }) => type === 'cta')).toMatchObject({ button: { link: '/about' } })
})

test.for([
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'http://x.example',
  'x',
  '/a b',
])('a button does not lead to %s', async (button_link) => {
  const { db, section } = shared
  await db.deleteFrom('home_sections').execute()
  await section('hero', { button_text: 'Go', button_link })
  expect(await homeSections(db)).toMatchObject([{ button: { text: 'Go', link: '/' } }])
})

test('an empty hero shows the site settings, or their defaults before any were saved', async () => {
  const { db, section } = await site()
  await section('hero', {}, { title: 'Own title' })
  await insertRows(db, 'site_customization', {
    setting_key: 'hero_subtitle',
    setting_value: 'For tonight',
    setting_type: 'text',
    category: 'content',
  })
  const [hero] = await homeSections(db)
  expect(hero).toMatchObject({ title: 'Own title', subtitle: 'For tonight', button: null })
  await db.updateTable('home_sections').set({ title: null }).execute()
  await db.deleteFrom('site_customization').execute()
  expect(await homeSections(db)).toMatchObject([
    { title: 'Rent Designer Fashion', subtitle: 'For Every Occasion' },
  ])
})

test('a hero reports whether its picture is landscape or portrait', async () => {
  const { db, things, section } = await site()
  const lying = await things.image({ use: 'section', width: 2000, height: 1100 })
  const expected = await things.image({ use: 'section', width: 800, height: 1600 })
  await section('hero', { image_id: lying.id })
  await section('hero', { image_id: expected.id })
  await section('hero', { image_id: newId() })
  expect(await homeSections(db)).toMatchObject([
    { imageUrl: `/images/${lying.id}`, imageIsWide: true },
    { imageUrl: `/images/${expected.id}`, imageIsWide: false },
    { imageIsWide: false },
  ])
})

test('a section of brands lists the active ones by name and is left out when there are none; counters can be switched off', async () => {
  const { db, things, section } = await site()
  await section('brands')
  await section('stats', { show_brands: false, show_items_rented: false })
  await section('stats', {
    show_brands: false,
    show_customers: false,
    show_items: false,
    show_items_rented: false,
  })
  await things.closet()
  expect(await homeSections(db)).toMatchObject([
    {
      type: 'stats',
      counters: [
        { of: 'customers', value: 24 },
        { of: 'items', value: 0 },
      ],
    },
  ])
  await things.brand({ name: 'Zed' })
  await things.brand({ name: 'Atelier', deal_details: '10% off' })
  await things.brand({ name: 'Hidden', is_active: false })
  expect((await homeSections(db))[0]).toMatchObject({
    brands: [{ name: 'Atelier', dealDetails: '10% off' }, { name: 'Zed' }],
  })
})

test('a section of brands lists every brand of a large shop', async () => {
  const { db, things, section } = await site()
  await section('brands')
  for (let n = 100; n < 161; n++) await things.brand({ name: `Brand ${n}` })
  const [logos] = await homeSections(db)
  expect(logos?.type === 'brands' && logos.brands.length).toBe(61)
})

test('a carousel can be filtered by the occasions and styles of items, each once, and by active brands', async () => {
  const { db, things } = await site()
  const closet = await things.closet()
  await things.item({ closet, style: 'Streetwear', event_type: 'Party' })
  await things.item({ closet, style: 'Boho', event_type: 'Party', available: true, paused: true })
  await things.item({ closet, style: 'Boho', event_type: 'Cocktail', approval_status: 'pending' })
  await things.item({ closet, style: 'Vintage', event_type: 'Wedding', deleted_at: new Date() })
  const brand = await things.brand({ name: 'Oriel' })
  await things.brand({ is_active: false })
  expect(await carouselChoices(db)).toEqual({
    brands: [{ id: brand.id, name: 'Oriel' }],
    occasions: ['Cocktail', 'Party'],
    styles: ['Boho', 'Streetwear'],
  })
})
