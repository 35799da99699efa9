import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { compiledOnce } from './compiled-once.ts'
import { inTransaction } from './connection.ts'

const { db, made: things } = await testDatabase()

test('a statement runs with the values of each call, however often it uses one', async () => {
  let builds = 0
  const named = compiledOnce((db, { name, least }: { name: string; least: number }) => {
    builds += 1
    return db
      .selectFrom('clothing_items')
      .select(['title', sql<string>`${name} || '!'`.as('loud')])
      .where('title', '=', name)
      .where('credits_per_day', '>=', least)
  })
  await things.item({ title: 'Cape', credits_per_day: 2 })
  await things.item({ title: 'Coat', credits_per_day: 3 })
  expect(await named(db, { name: 'Cape', least: 1 })).toEqual([{ title: 'Cape', loud: 'Cape!' }])
  expect(await named(db, { least: 3, name: 'Coat' })).toEqual([{ title: 'Coat', loud: 'Coat!' }])
  expect(await named(db, { name: 'Cape', least: 3 })).toEqual([])
  expect(builds).toBe(1)
})

test('inside a transaction a statement sees what the transaction wrote', async () => {
  const all = compiledOnce((db, { title }: { title: string }) =>
    db.selectFrom('clothing_items').select('id').where('title', '=', title),
  )
  const item = await things.item({ title: 'Before' })
  expect(await all(db, { title: 'After' })).toEqual([])
  await inTransaction(db, async (tx) => {
    await updateRows(tx, 'clothing_items', item.id, { title: 'After' })
    expect(await all(tx, { title: 'After' })).toEqual([{ id: item.id }])
  })
})

test('a statement cannot depend on its values while it is built', async () => {
  const first = { title: 'Coat', days: 3 }
  const computed = compiledOnce((db, { title, days }: typeof first) =>
    db
      .selectFrom('clothing_items')
      .select('id')
      .where('title', '=', `${title}s`)
      .where('credits_per_day', '=', days),
  )
  await expect(computed(db, first)).rejects.toThrow('title is only there when the statement runs')
  const spread = compiledOnce((db, { title, ...others }: typeof first) =>
    db
      .selectFrom('clothing_items')
      .select('id')
      .where('title', '=', title)
      .where('credits_per_day', '=', others.days),
  )
  await expect(spread(db, first)).rejects.toThrow('each value is taken by its name')
})
