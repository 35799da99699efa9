import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readRows } from '#test/postgres/rows.ts'
import { dataAddress } from '#test/site-map.ts'
import { populatedSite } from '#test/worlds/populated.ts'

const { site, forms, people, places } = await populatedSite()
const sections = readFileSync('docs/security/field-access.md', 'utf8').split(/^## /m).slice(1)

/** The columns of each table in the document, with their writers. */
const documented = sections.map((section) => {
  const rows = [...section.matchAll(/^\| (`.+?) \| (.+?) \| (.+?) \|$/gm)]
  return {
    table: /^`(\w+)`/.exec(section)?.[1] ?? '',
    rows: rows.map(([, columns = '', , writers = '']) => ({
      columns: [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => column),
      writers,
    })),
  }
})

test('the document lists each column once, with who reads and writes it', async () => {
  expect(documented).toHaveLength(6)
  for (const { table, rows } of documented) {
    const { rows: columns } = await site.database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const listed = rows.flatMap((row) => row.columns)
    expect(listed.toSorted(), table).toEqual(columns.map(({ name }) => name).toSorted())
  }
})

/** Columns that no form of shoppers and closets sets. */
const unwritable = documented.map(({ table, rows }) => ({
  table,
  columns: rows
    .filter(({ writers }) => /^(system|nobody|admins)/.test(writers))
    .flatMap(({ columns }) => columns),
}))

/** Values that no row has. */
const FORGED = '11111111-1111-7111-8111-111111111111'
const forgeries = [FORGED, 'admin', 'approved', 'completed', '4321', '2001-02-03']

async function forged() {
  const found: string[] = []
  for (const { table, columns } of unwritable)
    for (const column of columns) {
      const { rows } = await sql<{ value: string }>`
        select ${sql.ref(column)}::text as value from ${sql.table(table)}
        where ${sql.ref(column)}::text like any(array['1111%', '4321%', '2001-%'])`.execute(site.db)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
  return found
}

/** A person sends their own forms with every forgery, and other forms with one per column. */
test('forms cannot set columns that they have no field for', async () => {
  const rights = () =>
    readRows(
      site.db,
      'user_profiles',
      ['id', 'account_type', 'business_status', 'email_verified', 'two_factor_enabled'],
      {},
      'id',
    )
  const before = await rights()
  const columns = [...new Set(unwritable.flatMap((one) => one.columns))]
  expect(columns.length).toBeGreaterThan(40)
  let sent = 0
  // Admins' forms change roles on purpose, and signing out would break the other tests.
  const others = forms.filter(({ path }) => !/^\/(admin|about|sign-out)\b/.test(path))
  for (const as of people.filter(({ accountType }) => accountType !== 'admin'))
    for (const { path, as: sender, shown, fields } of others) {
      const own = Object.fromEntries(fields.map((field) => [field, shown[field] ?? '']))
      const added = columns.filter((column) => !fields.includes(column))
      const forms =
        sender?.id === as.id
          ? forgeries.map((value) => added.map((column) => [column, value]))
          : [added.map((column, index) => [column, forgeries[index % forgeries.length]])]
      for (const fields of forms) {
        const more = Object.fromEntries(fields)
        const to = dataAddress(places, path)
        const page = await site.post(to, { ...more, ...shown, ...own }, { as })
        expect(page.status, path).toBeLessThan(500)
        sent += 1
      }
    }
  expect(sent).toBeGreaterThan(100)
  expect(await rights()).toEqual(before)
  expect(await forged()).toEqual([])
})
