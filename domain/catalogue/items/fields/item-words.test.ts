import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import {
  adminEventTypes,
  adminStyles,
  businessEventTypes,
  businessStyles,
  fixedGroups,
  OTHER,
  sizes,
} from './item-words.ts'

const { made: things } = await testDatabase()
const closet = await things.closet()

const groupOf = (names: readonly string[], word: string) => (names.includes(word) ? word : OTHER)

test('the database assigns every style, occasion and size that a lister can choose to a group that pages show', async () => {
  for (const style of new Set([...businessStyles, ...adminStyles])) {
    const { style_group } = await things.item({ closet, style })
    expect(style_group).toBe(groupOf(fixedGroups.style, style))
  }
  for (const event_type of new Set([...businessEventTypes, ...adminEventTypes])) {
    const { occasion_group, occasion } = await things.item({ closet, event_type })
    expect([occasion_group, occasion]).toEqual([
      groupOf(fixedGroups.occasion, event_type),
      event_type,
    ])
  }
  for (const size of [...sizes, 'One size']) {
    const { size_group } = await things.item({ closet, size })
    expect(size_group).toBe(groupOf(fixedGroups.size, size))
  }
})

test('closets choose from the groups; some values for admins are grouped under Other', () => {
  expect(businessStyles.map((style) => groupOf(fixedGroups.style, style))).not.toContain(OTHER)
  expect(adminStyles.filter((style) => groupOf(fixedGroups.style, style) === OTHER)).toEqual([
    'Boho',
    'Streetwear',
    'Minimalist',
  ])
})
