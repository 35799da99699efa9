import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationNames } from '#db/migrate.ts'
import { addOldShop } from '#db/testing/old-shop.ts'
import { readSettings } from '#server/settings/settings.ts'
import { freePort } from '#test/free-port.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { urlOf } from '#test/postgres/database-url.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { checkPreparedStatements, migrateDatabase, openDatabase } from './database.ts'

const { target } = await testDatabase()

function postgres(): Socket {
  if ('connectionString' in target) {
    const { hostname, port } = new URL(target.connectionString)
    return connect(Number(port || 5432), hostname)
  }
  return connect(`${target.host}/.s.PGSQL.${target.port}`)
}

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function at(port: number): string {
  const { user, password, database } = new pg.Client({ ...target })
  return `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${port}/${database}`
}

test('the app waits for a database that is still starting, and prints a message', async () => {
  const port = await freePort()
  const output: string[] = []
  const settings = readSettings({
    DATABASE_URL: at(port),
    SESSION_SECRET: 'a secret of at least 32 characters',
    PAYMENTS: 'sandbox',
    MAIL: 'local',
  })
  const opening = openDatabase(settings, (line) => output.push(line))
  await expect.poll(() => output.join()).toMatch(/127\.0\.0\.1:\d+ cannot be used.*Waiting for it/)
  const late = createServer((client) => {
    const server = postgres()
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
  })
  await listening(late, port)
  const database = await opening
  expect(database.target).toMatchObject({ connectionString: at(port) })
  await database.close()
})

/** Lends one connection to all its clients in turn, ignoring their prepared statements. */
async function poolerOfOne() {
  const lent = new pg.Client({ ...target })
  await lent.connect()
  onTestFinished(() => lent.end())
  const { stream } = lent.connection
  stream.removeAllListeners('data')
  let answerTo: Socket | null = null
  stream.on('data', (chunk: Buffer) => answerTo?.write(chunk))
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      // "Welcome", and ready for a query.
      client.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]))
      client.on('data', (chunk) => {
        answerTo = client
        // The message that ends a session (X) would close the shared connection.
        if (chunk[0] !== 0x58) stream.write(chunk)
      })
    })
  })
  return { connectionString: at(await listening(server)) }
}

test('a pooler that mixes up prepared statements is detected at startup', async () => {
  await expect(checkPreparedStatements(await poolerOfOne())).rejects.toThrow('STATEMENTS=unnamed')
  await checkPreparedStatements(target)
})

test('a transaction pooler in place of a direct connection is detected at startup', async () => {
  const { connectionString } = await poolerOfOne()
  const open = (urls: Record<string, string>) =>
    openDatabase(
      readSettings({
        ...urls,
        STATEMENTS: 'unnamed',
        SESSION_SECRET: 'a secret of at least 32 characters',
        PAYMENTS: 'sandbox',
        MAIL: 'local',
      }),
      () => {},
      { tries: 1 },
    )
  const remedy = 'set DATABASE_DIRECT_URL to the address of the database itself.'
  const pooled = { DATABASE_URL: connectionString }
  await expect(open(pooled)).rejects.toThrow(`DATABASE_URL leads to a connection pooler`)
  await expect(open(pooled)).rejects.toThrow(remedy)
  const direct = { DATABASE_DIRECT_URL: urlOf(target) }
  await (await open({ ...pooled, ...direct })).close()
  await expect(
    open({ DATABASE_URL: urlOf(target), DATABASE_DIRECT_URL: connectionString }),
  ).rejects.toThrow(`DATABASE_DIRECT_URL leads to a connection pooler`)
})

test('startup prints how many migrations were applied', async () => {
  const { pool, target } = await emptyDatabase()
  await addOldShop(pool)
  await migrate(target, { upTo: (await migrationNames()).at(-2) ?? '' })
  const output: string[] = []
  const database = { directTarget: target, explain: (error: unknown) => error }
  await migrateDatabase(database, (line) => output.push(line))
  expect(output.at(-1)).toBe('Database migrated (1 migration).')
})
