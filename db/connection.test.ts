import { type AddressInfo, createServer } from 'node:net'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { isDatabaseUnavailable } from './connection.ts'

test('a broken connection counts as an unavailable database, whichever side notices it', async () => {
  const { target, pool } = await testDatabase()
  const client = new Client({ ...target })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')

  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  const [underWay] = await Promise.allSettled([
    client.query('select pg_sleep(60)'),
    pool.query('select pg_terminate_backend($1)', [rows[0].pid]),
  ])
  expect(underWay.status === 'rejected' && isDatabaseUnavailable(underWay.reason)).toBe(true)
  await ended
  const later: unknown = await client.query('select 1').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(later)).toBe(true)
})

test('a connection that breaks while TLS is set up counts as an unavailable database', async () => {
  const acceptsTls = Buffer.from('S')
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(acceptsTls)
      socket.once('data', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const client = new Client({ host: '127.0.0.1', port, ssl: { rejectUnauthorized: false } })
  const refusal: unknown = await client.connect().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ message: expect.stringContaining('TLS') })
  expect(isDatabaseUnavailable(refusal)).toBe(true)
})

test('a database that is about to become the primary counts as unavailable', async () => {
  const { target } = await testDatabase()
  const client = new Client({ ...target, options: '-c default_transaction_read_only=on' })
  await client.connect()
  const refusal: unknown = await client.query('delete from likes').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refusal)).toBe(true)
  await client.end()
})

test('an invalid query does not mean that the database is unavailable', async () => {
  const { pool } = await testDatabase()
  const mistake: unknown = await pool.query('select nonsense').catch((error: unknown) => error)
  expect(mistake).toBeInstanceOf(Error)
  expect(isDatabaseUnavailable(mistake)).toBe(false)
})

test('a limit is a constant and a list one parameter, so that a statement is planned once', async () => {
  const { db, made } = await testDatabase()
  const [one, other] = [await made.item({ size: 'S' }), await made.item({ size: 'L' })]
  const statement = db
    .selectFrom('clothing_items')
    .select('id')
    .where('id', 'in', [one.id, other.id])
    .where('size', 'not in', ['M', 'L'])
    .limit(3)
  expect(statement.compile()).toMatchObject({
    sql: 'select "id" from "clothing_items" where "id" = any($1) and "size" <> all($2) limit 3',
    parameters: [
      [one.id, other.id],
      ['M', 'L'],
    ],
  })
  expect(await statement.execute()).toEqual([{ id: one.id }])
  expect(await statement.where('id', 'in', []).execute()).toEqual([])
})
