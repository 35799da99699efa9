import type { Pool, PoolClient } from 'pg'
import { onTestFinished } from 'vitest'

export interface StoredRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
  /** Why the row does not fit the schema yet. */
  readonly why?: string
}

/** The rows of each table, by primary key. */
type Contents = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** Tables whose rows are derived by triggers from other tables. */
const DERIVED: readonly string[] = [
  'wallets',
  'listed_count_deltas',
  'rental_count_deltas',
  'running_totals',
  'running_total_changes',
  'closet_totals',
  'closet_total_changes',
  'figures',
  'figure_changes',
  'booked_periods',
  'item_search',
  'item_rating_sums',
  'renter_rating_sums',
]

/** The last migration of the first version. */
const FIRST_VERSION = '0006-promises'

/** Tables that no version wrote before this migration. */
const WRITTEN_SINCE: Readonly<Record<string, string>> = {
  subscription_coverage: '0010-plans-and-gifts',
  disputes: '0011-deposits-and-disputes',
}

/** The column was called `final_at` before 0092. */
const RENAMED = 'deposit_claims.released_at'

/** The initial values of rows; triggers update them as later rows are added. */
const INITIAL_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  credit_lots: { minted: 0, available: 0, spent: 0, expired: 0, revoked: 0 },
}

/**
 * Columns that older rows do not need: migrations fill them, or their default is as good as the
 * stored value.
 */
const NOT_NEEDED: readonly string[] = [
  'credit_lots.payment_cents',
  'credit_lots.payment_credits',
  'payout_reminders.first_reminded_on',
  'rentals.rating_reminded_at',
  'rentals.exclusive',
  'rentals.fit_returns',
  'rentals.turnaround_days',
  'rentals.returned_on',
  'clothing_items.category',
  'clothing_items.fit_returns',
  'clothing_items.turnaround_days',
]

/** The default of each column in the newest schema, as JSON. */
type Defaults = ReadonlyMap<string, string>

async function defaultsOf(newest: Pool): Promise<Defaults> {
  const { rows } = await newest.query<{ column: string; value: string }>(
    `select format('%s.%s', attrelid::regclass, attname) as column, pg_get_expr(adbin, adrelid) as value
      from pg_attribute a join pg_class c on c.oid = attrelid
      join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and attgenerated = ''`,
  )
  const constant = rows.filter(({ value }) => !/\(/.test(value))
  // A function takes at most 100 arguments.
  const arrays = constant.map(({ value }) => `jsonb_build_array(${value})`).join(' || ')
  const { rows: values } = await newest.query<{ values: unknown[] }>(`select ${arrays} as values`)
  return new Map(constant.map(({ column }, at) => [column, JSON.stringify(values[0]?.values[at])]))
}

/**
 * A shop at an earlier migration. `addRows` adds each row as soon as the schema can hold all its
 * values: with the columns, allowed values and constraints of that time, like an older version.
 */
export async function openOldShop(pool: Pool, newest: Pool, stored: readonly StoredRow[]) {
  const defaults = await defaultsOf(newest)
  let waiting: readonly StoredRow[] = stored.filter(({ table }) => !DERIVED.includes(table))
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query(ADD_FITTING)
  return {
    /** Adds the rows that fit the schema after this migration; returns whether there were any. */
    async addRows(migration: string): Promise<boolean> {
      const isLater = ({ table }: StoredRow) => (WRITTEN_SINCE[table] ?? FIRST_VERSION) > migration
      const before = waiting.length
      for (;;) {
        const [later, due] = [waiting.filter(isLater), waiting.filter((row) => !isLater(row))]
        const left = await addFitting(client, due, { defaults, absent: missingKeys(waiting) })
        waiting = [...later, ...left]
        if (left.length === due.length) return waiting.length < before
      }
    },
    /** The rows that have not been added yet. */
    missing: () => waiting.map(({ table, why }) => `${table}: ${why}`),
    contents: () => contentsOf(client),
    changesSince,
    async emptyTables(): Promise<string[]> {
      const contents = await contentsOf(client)
      return [...contents].filter(([, rows]) => rows.size === 0).map(([table]) => table)
    },
  }
}

/**
 * Inserts all of these rows together, or, if that fails, those that violate no constraint; returns
 * the places of the others, and why.
 */
const ADD_FITTING = `
  create function pg_temp.add_fitting(into_table regclass, columns text, rows jsonb)
  returns jsonb language plpgsql as $$
  declare
    statement text := format('insert into %1$s (%2$s) overriding system value
      select %2$s from jsonb_populate_recordset(null::%1$s, $1) on conflict do nothing',
      into_table, columns);
    left_over jsonb := '[]';
  begin
    begin
      execute statement using rows;
      return left_over;
    exception when integrity_constraint_violation or raise_exception then
    end;
    for n in 0 .. jsonb_array_length(rows) - 1 loop
      begin
        execute statement using jsonb_build_array(rows -> n);
      exception when integrity_constraint_violation or raise_exception then
        left_over := left_over || jsonb_build_object('place', n, 'why', sqlerrm);
      end;
    end loop;
    return left_over;
  end $$`

/** The rows that have not been added yet, as `named` names them. */
function missingKeys(rows: readonly StoredRow[]): Set<string> {
  return new Set(rows.map(({ table, row }) => named(table, 'id', row.id)))
}

const named = (table: string, column: string, value: unknown) => `${table}.${column} ${value}`

async function addFitting(
  client: PoolClient,
  rows: readonly StoredRow[],
  { defaults, absent }: { readonly defaults: Defaults; readonly absent: Set<string> },
): Promise<readonly StoredRow[]> {
  const [columns, references] = [await columnsByTable(client), await referencesByTable(client)]
  const left: StoredRow[] = []
  for (const [table, ofTable] of Map.groupBy(rows, ({ table }) => table)) {
    const present = columns.get(table)
    if (!present) {
      left.push(...ofTable)
      continue
    }
    const hasMissingColumns = ({ row }: StoredRow) =>
      Object.entries(row).some(
        ([column, value]) =>
          value !== null &&
          !present.includes(column) &&
          !NOT_NEEDED.includes(`${table}.${column}`) &&
          !(column === 'cents_per_credit' && row.status === 'cancelled') &&
          !(`${table}.${column}` === RENAMED && present.includes('final_at')) &&
          JSON.stringify(value) !== defaults.get(`${table}.${column}`),
      )
    // Only saves time: the database would also refuse these, but one by one.
    const refersToAbsent = ({ row }: StoredRow) =>
      references.get(table)?.some(({ column, to, key }) => {
        const value = named(to, key, row[column])
        return absent.has(value) && value !== named(table, 'id', row.id)
      }) ?? false
    const fitting = ofTable.filter((row) => !hasMissingColumns(row))
    const group = fitting.filter((row) => !refersToAbsent(row))
    left.push(
      ...ofTable.filter(hasMissingColumns).map((row) => ({ ...row, why: 'a column is missing' })),
    )
    left.push(...fitting.filter(refersToAbsent).map((row) => ({ ...row, why: 'a row is missing' })))
    if (group.length === 0) continue
    const given = group.map(({ row }) => asOf(table, row, present))
    // A column without a value in any row keeps its default.
    const used = present.filter((column) => given.some((row) => column in row))
    const { rows: answer } = await client.query<{ left_over: { place: number; why: string }[] }>(
      'select pg_temp.add_fitting($1::regclass, $2, $3::jsonb) as left_over',
      [table, used.join(', '), JSON.stringify(given)],
    )
    const refused = new Map(answer[0]?.left_over.map(({ place, why }) => [place, why]))
    for (const [place, { row }] of group.entries()) {
      const why = refused.get(place)
      if (why === undefined) absent.delete(named(table, 'id', row.id))
      else left.push({ table, row, why })
    }
  }
  return left
}

function asOf(table: string, row: StoredRow['row'], columns: readonly string[]) {
  const old = { ...row, ...INITIAL_VALUES[table] }
  const isRenamed = table === 'deposit_claims' && !columns.includes('released_at')
  return isRenamed ? { ...old, final_at: row.released_at } : old
}

async function columnsByTable(client: PoolClient): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(quote_ident(attname) order by attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

type Reference = { readonly column: string; readonly to: string; readonly key: string }

/** The foreign keys with a single column. */
async function referencesByTable(client: PoolClient): Promise<Map<string, Reference[]>> {
  const { rows } = await client.query<Reference & { table: string }>(
    `select f.conrelid::regclass::text as table, c.attname as column,
        f.confrelid::regclass::text as to, k.attname as key
      from pg_constraint f
      join pg_attribute c on c.attrelid = f.conrelid and c.attnum = f.conkey[1]
      join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
      where f.contype = 'f' and array_length(f.conkey, 1) = 1`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

async function contentsOf(client: PoolClient): Promise<Contents> {
  const { rows: tables } = await client.query<{ name: string; key: string | null }>(
    `select c.relname as name, (select string_agg(format('t.%I', a.attname), ', ' order by a.attnum)
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary
          -- The key of a partitioned table also has the column that divides it.
          and (c.relkind = 'r' or a.attname = 'id')) as key
      from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and c.relname not like 'schema_migrations%' order by 1`,
  )
  // Rows without a key are only counted.
  const parts = tables.map(({ name, key }) =>
    key
      ? `select '${name}' as name, jsonb_build_array(${key})::text as key, to_jsonb(t) as row from ${name} t`
      : `select '${name}', (row_number() over ())::text, '{}'::jsonb from ${name}`,
  )
  const { rows } = await client.query<{ name: string; key: string; row: Record<string, unknown> }>(
    parts.join(' union all '),
  )
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    tables.map(({ name }) => [name, new Map(byTable.get(name)?.map(({ key, row }) => [key, row]))]),
  )
}

/** Lost rows, and columns whose values have changed. */
function changesSince(before: Contents, after: Contents): string[] {
  const changes = new Set<string>()
  for (const [table, rows] of before) {
    const now = after.get(table)
    for (const [key, row] of rows) {
      const same = now?.get(key)
      if (!same) changes.add(`${table} lost a row`)
      for (const [column, value] of Object.entries(row)) {
        if (same && JSON.stringify(same[column]) !== JSON.stringify(value))
          changes.add(`${table}.${column}`)
      }
    }
  }
  return [...changes].sort()
}
