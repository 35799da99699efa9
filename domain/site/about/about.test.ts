import { expect, test } from 'vitest'
import { foldListedCounts } from '#domain/catalogue/items/listed-counts.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { aboutBlocks, siteFigures } from './about.ts'
import { readFounders } from './founders.ts'

const { db, made: things } = await testDatabase()

test('the figures follow their formulas', async () => {
  const closet = await things.closet()
  await things.closet()
  await things.person({ business_status: 'pending' })
  await things.brand()
  await things.brand({ is_active: false })
  const item = await things.item({ closet })
  await things.item({ closet, approval_status: 'pending' })
  await things.item({ closet, deleted_at: new Date() })
  await things.rental({ item, status: 'completed' })
  await things.rental({ item, status: 'cancelled' })
  await things.rental({ item })
  const figures = {
    partnerBusinesses: 2,
    brandPartners: 1,
    happyCustomers: 48,
    clothingItems: 2,
    itemsRented: 2,
    satisfaction: 95,
  }
  expect(await siteFigures(db)).toEqual(figures)
  await foldListedCounts(db)
  expect(await siteFigures(db)).toEqual(figures)
})

test('only admins see hidden blocks, in the same order', async () => {
  await updateRows(db, 'about_content', { section: 'story' }, { is_active: false })
  const sections = async (admin: Parameters<typeof aboutBlocks>[1]) =>
    (await aboutBlocks(db, admin)).map(({ section, isActive }) =>
      isActive ? section : `(${section})`,
    )
  expect(await sections(null)).toEqual(['hero', 'mission', 'founders', 'stats'])
  expect(await sections(await things.admin())).toEqual([
    'hero',
    'mission',
    'founders',
    '(story)',
    'stats',
  ])
})

const ada = { name: 'Ada', role: 'Founder', image: null, bio: 'Sews.' }

test('the list of founders starts at the first line beginning with [', () => {
  const list = JSON.stringify([ada], null, 2)
  expect(readFounders(`Two friends [and a closet].\n\nStill here.\n\n${list}`)).toEqual({
    description: 'Two friends [and a closet].\n\nStill here.',
    founders: [ada],
  })
})

test.for([
  ['no list', 'Just words.', 'Just words.', 0],
  ['a broken list', 'Words.\n\n[{"name":', 'Words.', 0],
  ['a list of something else', 'Words.\n\n[1, null, {"name": 2}]', 'Words.', 0],
  ['one bad founder', `Words.\n\n${JSON.stringify([{ name: 'Bo' }, ada])}`, 'Words.', 1],
  ['a list alone', JSON.stringify([ada]), '', 1],
] as const)('%s never breaks the page', ([, content, description, count]) => {
  const read = readFounders(content)
  expect([read.description, read.founders.length]).toEqual([description, count])
})
