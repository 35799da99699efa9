import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { builtOnce } from '#test/postgres/built-once.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'

const brandsIn = async ({ db }: TestDatabase) =>
  (await db.selectFrom('brands').select('name').orderBy('id').execute()).map(({ name }) => name)

test('a database is filled once per run, even when needed twice at the same time', async () => {
  let builds = 0
  const build = async ({ db }: TestDatabase) => {
    builds += 1
    return { brand: (await make(db).brand()).name }
  }
  const [one, other] = await Promise.all([
    builtOnce('filled_once', build),
    builtOnce('filled_once', build),
  ])
  expect(builds).toBe(1)
  expect(other).toEqual(one)
  const [changed, unchanged] = [await testDatabase(one), await testDatabase(other)]
  await make(changed.db).brand({ name: 'In one clone' })
  expect(await brandsIn(changed)).toEqual([one.known.brand, 'In one clone'])
  expect(await brandsIn(unchanged)).toEqual([one.known.brand])
})

test('a failed build fails its file and leaves nothing behind', async () => {
  const failing = builtOnce('filled_again', async ({ db }) => {
    await make(db).brand({ name: 'Half done' })
    throw new Error('the shop does not start')
  })
  await expect(failing).rejects.toThrow('the shop does not start')
  const { filled, known } = await builtOnce('filled_again', async ({ db }) => ({
    brand: (await make(db).brand({ name: 'Whole' })).name,
  }))
  expect(known).toEqual({ brand: 'Whole' })
  expect(await brandsIn(await testDatabase({ filled }))).toEqual(['Whole'])
})
