import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { createPool } from './connection.ts'
import { releasingOnce } from './release-once.ts'

const database = await testDatabase()

test('a connection released twice is returned to its pool once', async () => {
  const pool = releasingOnce(createPool(database.target, { max: 1 }))
  const release = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, once) => (error ? reject(error) : resolve(once)))
  })
  release()
  release()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  const client = await pool.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  await pool.end()
})

test('a pool that has ended gives no connection, and nothing to release', async () => {
  const pool = releasingOnce(createPool(database.target, { max: 1 }))
  await pool.end()
  const answer = await new Promise<readonly unknown[]>((resolve) => {
    pool.connect((...given) => resolve(given))
  })
  expect(answer).toEqual([expect.any(Error), undefined])
})
