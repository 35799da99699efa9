import { noSuch } from './errors.ts'
import type { KeptOf, ObjectName, Objects } from './objects.ts'
import type { Work } from './work.ts'

export type Stored<K extends ObjectName> = { body: Objects[K]; kept: KeptOf<K>; deleted: boolean }

/** Conditions on the returned object: a dotted path and its text, or a list of allowed texts. */
export type Conditions = Record<string, string | string[] | undefined>

type Insertion<K extends ObjectName> = {
  kept?: KeptOf<K>
  parent?: string
}

export async function insert<K extends ObjectName>(
  work: Work,
  object: K,
  body: Objects[K],
  { kept, parent }: Insertion<K> = {},
): Promise<Objects[K]> {
  await work.db.query(
    `insert into stripe_sandbox.objects (id, object, created, parent, body, kept)
     values ($1, $2, $3, $4, $5, $6)`,
    [body.id, object, work.now, parent ?? null, JSON.stringify(body), JSON.stringify(kept ?? {})],
  )
  return body
}

export async function save<K extends ObjectName>(
  work: Work,
  object: K,
  body: Objects[K],
  kept?: KeptOf<K>,
): Promise<Objects[K]> {
  await work.db.query(
    `update stripe_sandbox.objects set body = $3, kept = coalesce($4, kept)
     where id = $1 and object = $2`,
    [body.id, object, JSON.stringify(body), kept === undefined ? null : JSON.stringify(kept)],
  )
  return body
}

export async function markDeleted(work: Work, id: string): Promise<void> {
  await work.db.query(`update stripe_sandbox.objects set deleted = true where id = $1`, [id])
}

export async function find<K extends ObjectName>(
  work: Work,
  object: K,
  id: string,
): Promise<Stored<K> | undefined> {
  return (await read(work, object, id, '')).at(0)
}

/** The object that a request names. `param` is the name of the parameter. */
export async function need<K extends ObjectName>(
  work: Work,
  object: K,
  id: string,
  param = 'id',
): Promise<Objects[K]> {
  const stored = await find(work, object, id)
  if (!stored || stored.deleted) throw noSuch(object.replace('checkout.', 'checkout '), id, param)
  return stored.body
}

/** Like `need`, but locked, for an object that is changed and saved. */
export async function needLocked<K extends ObjectName>(
  work: Work,
  object: K,
  id: string,
  param = 'id',
): Promise<Stored<K>> {
  const [stored] = await read(work, object, id, 'for update')
  if (!stored || stored.deleted) throw noSuch(object.replace('checkout.', 'checkout '), id, param)
  return stored
}

/** Any object by its id alone, for `expand`. */
export async function findAny(work: Work, id: string): Promise<unknown> {
  const { rows } = await work.db.query<{
    id: string
    object: string
    body: unknown
    deleted: boolean
  }>(`select id, object, body, deleted from stripe_sandbox.objects where id = $1`, [id])
  const row = rows[0]
  return row?.deleted ? { id: row.id, object: row.object, deleted: true } : row?.body
}

/** The sub-objects of one object, in the order of their creation. */
export async function children<K extends ObjectName>(
  work: Work,
  object: K,
  parent: string,
): Promise<Objects[K][]> {
  const { rows } = await work.db.query<{ body: Objects[K] }>(
    `select body from stripe_sandbox.objects where object = $1 and parent = $2 order by seq`,
    [object, parent],
  )
  return rows.map((row) => row.body)
}

export type Slice = {
  limit: number
  startingAfter?: string
  endingBefore?: string
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  /** Null: only objects without a parent. */
  parent?: string | null
}

/** One page, newest first, and whether more follow in the requested direction. */
export async function page<K extends ObjectName>(
  work: Work,
  object: K,
  conditions: Conditions,
  slice: Slice,
): Promise<{ rows: Objects[K][]; hasMore: boolean }> {
  const values: unknown[] = [object]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const where = ['object = $1', 'not deleted']
  for (const [path, wanted] of Object.entries(conditions)) {
    if (wanted === undefined) continue
    // Paths come from our own code, never from a request.
    const field = `body #>> '{${path.replaceAll('.', ',')}}'`
    const top = `body->>'${path}'`
    const column = path.includes('.') ? field : top
    where.push(
      Array.isArray(wanted) ? `${column} = any(${bind(wanted)})` : `${column} = ${bind(wanted)}`,
    )
  }
  const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
    const bound = slice.created?.[name]
    if (bound !== undefined) where.push(`created ${comparisons[name]} ${bind(bound)}`)
  }
  if (slice.parent === null) where.push('parent is null')
  else if (slice.parent !== undefined) where.push(`parent = ${bind(slice.parent)}`)
  const seqOf = `(select seq from stripe_sandbox.objects where id =`
  if (slice.startingAfter) where.push(`seq < ${seqOf} ${bind(slice.startingAfter)})`)
  if (slice.endingBefore) where.push(`seq > ${seqOf} ${bind(slice.endingBefore)})`)
  const backwards = slice.endingBefore !== undefined
  const { rows } = await work.db.query<{ body: Objects[K] }>(
    `select body from stripe_sandbox.objects where ${where.join(' and ')}
     order by seq ${backwards ? 'asc' : 'desc'} limit ${bind(slice.limit + 1)}`,
    values,
  )
  const found = rows.slice(0, slice.limit).map((row) => row.body)
  return { rows: backwards ? found.reverse() : found, hasMore: rows.length > slice.limit }
}

async function read<K extends ObjectName>(
  work: Work,
  object: K,
  id: string,
  lockClause: '' | 'for update',
): Promise<Stored<K>[]> {
  const { rows } = await work.db.query<Stored<K>>(
    `select body, kept, deleted from stripe_sandbox.objects
     where id = $1 and object = $2 ${lockClause}`,
    [id, object],
  )
  return rows
}
