import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createDb, type Db } from '#db/connection.ts'
import { integrityViolations, type TestDatabase } from '#test/postgres/database.ts'

/** A database that can be reset: everything runs in one transaction that is never committed. */
export interface ResettableDb {
  readonly db: Db
  /** Runs `work` and rolls back what it wrote. */
  withRollback<T>(work: () => Promise<T>): Promise<T>
}

/**
 * The same database through one connection with an open transaction, in which the commands'
 * transactions are savepoints. None of our constraints is deferred, so a savepoint fails whenever a
 * commit would.
 */
export async function resettableDb({ pool }: TestDatabase): Promise<ResettableDb> {
  const client = await pool.connect()
  await client.query('begin')
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  let idle: Promise<void> = Promise.resolve()
  const connect = async () => {
    const before = idle
    let release = () => {}
    idle = new Promise((resolve) => {
      release = resolve
    })
    await before
    return {
      query: (requested: { readonly text: string }) =>
        client.query(ofSavepoint[requested.text] ?? requested),
      release: () => release(),
    }
  }
  const one = { options: pool.options, end: async () => {}, connect } as unknown as pg.Pool
  let depth = 0
  return {
    db: createDb(one),
    withRollback: async (work) => {
      const name = `before_${++depth}`
      await client.query(`savepoint ${name}`)
      try {
        return await work()
      } finally {
        await client.query(`rollback to savepoint ${name}; release savepoint ${name}`)
        depth--
      }
    },
  }
}

const ofSavepoint: Readonly<Record<string, string>> = {
  begin: 'savepoint command',
  commit: 'release savepoint command',
  rollback: 'rollback to savepoint command; release savepoint command',
}

/** The result of trying every order. */
export type EveryOrder = {
  /** How many orders were completed: all of them, n!. */
  readonly orders: number
  /** The different final states of the whole database. */
  readonly ends: readonly (readonly string[])[]
}

/**
 * Runs events in every order, each to its end; no integrity check may fail on the way. The orders
 * are walked as a tree: a common prefix runs once and is undone by a savepoint. If the same events
 * in another order have led to the same database, apart from random ids, the rest is also the same
 * and is skipped. So each order is either run or proved equal to one that was: 6 events have 720
 * orders and 1956 prefixes, but only 64 states when order does not matter. For events that are
 * alike, only their number matters.
 */
export async function inEveryOrder<Thing>(
  { db, withRollback }: ResettableDb,
  things: readonly Thing[],
  deliver: (thing: Thing) => Promise<void>,
  { end, alike }: { readonly end: () => Promise<void>; readonly alike: Alike<Thing> },
): Promise<EveryOrder> {
  const read = await databaseReader(db, alike.masked)
  const { kindOf } = alike
  const ordersFrom = new Map<string, number>()
  const ends = new Map<string, readonly string[]>()
  const walk = async (left: readonly Thing[]): Promise<number> => {
    const key = `${left.map(kindOf).sort()}\n${(await read()).join('\n')}`
    const known = ordersFrom.get(key)
    if (known !== undefined) return known
    let orders = 0
    for (const [thing, ...others] of Map.groupBy(left, kindOf).values())
      if (thing !== undefined)
        orders +=
          (1 + others.length) *
          (await withRollback(async () => {
            await deliver(thing)
            return await walk(left.filter((other) => other !== thing))
          }))
    if (left.length === 0) {
      await end()
      const state = await read()
      ends.set(state.join('\n'), state)
      orders = 1
    }
    expect(await integrityViolations(db)).toEqual([])
    ordersFrom.set(key, orders)
    return orders
  }
  return { orders: await walk(things), ends: [...ends.values()] }
}

/** Which things have the same effect and can be exchanged. */
export type Alike<Thing> = {
  readonly kindOf: (thing: Thing) => string
  /** A line of the database with the kind of each thing in place of its id. */
  readonly masked: (line: string) => string
}

/** The rows of one table among the lines of a database. */
export function rowsOf(lines: readonly string[], table: string): unknown[] {
  return lines
    .filter((line) => line.startsWith(`${table} `))
    .map((line) => JSON.parse(line.slice(table.length)))
}

/**
 * Reads every row of our tables and every queued job, as lines that do not depend on random ids.
 * Leaves out what does not affect events: their bodies, random gift codes, times of the last read,
 * and the numbers of reads from Stripe, which only increase.
 */
async function databaseReader(
  db: Db,
  masked: (line: string) => string,
): Promise<() => Promise<string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`.execute(
    db,
  )
  const rowsOf = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} || ' ' || (to_jsonb(t) - 'payload' - 'read_no' - 'updated_at' - 'code' - 'tries')::text as line
        from ${sql.table(name)} t`,
  )
  const jobs = sql`select 'job ' || jsonb_build_array(t.identifier, j.payload, j.key)::text
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`
  const all = sql<{ line: string }>`${sql.join([...rowsOf, jobs], sql` union all `)}`
  return async () => {
    const { rows } = await all.execute(db)
    return withoutNames(rows.map(({ line }) => masked(line.replace(/"id": \d+(, )?/, ''))))
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Replaces each id by a hash of its context: its position and neighbours up to three steps away.
 */
function withoutNames(lines: readonly string[]): string[] {
  let names = new Map<string, string>()
  const named = (line: string, self?: string) =>
    line.replace(ID, (id) => (id === self ? '@' : (names.get(id) ?? '#')))
  for (let round = 0; round < 3; round++) {
    const places = new Map<string, string[]>()
    for (const line of lines)
      for (const id of new Set(line.match(ID)))
        places.set(id, [...(places.get(id) ?? []), named(line, id)])
    names = new Map([...places].map(([id, found]) => [id, short(found.sort().join('\n'))]))
  }
  return lines.map((line) => named(line)).sort()
}

function short(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 10)
}
