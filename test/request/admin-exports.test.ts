import { expect, test } from 'vitest'
import { exportLists } from '#domain/oversight/exports.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make } = site
const admin = await make.admin()
const as = { as: admin }
const FORMULA = '=HYPERLINK("https://evil.example","\u202e"),\n@SUM(1)'
const renter = await make.shopper({ full_name: FORMULA, phone: '+1 555', city: '-1', state: '\tx' })
const item = await make.item({ title: FORMULA, brand_id: (await make.brand({ name: '@b' })).id })
await make.rental({ item, renter })

/** The cells of a table by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test.for(exportLists)('%s goes into a spreadsheet whole, and nothing in it runs', async (list) => {
  const file = await site.get(`/admin/export/${list}`, as)
  expect(file.status).toBe(200)
  expect(file.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="hemline-${list}-\\d{4}-\\d\\d-\\d\\d.csv"$`),
  )
  const [header = [], ...rows] = cellsOf(file.html)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toHaveLength(header.length)
  expect(rows.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
  expect(rows.flat()).toContain(`'${FORMULA}`)
})

test('more people than are read at a time are all there, each once', async () => {
  await site.database.pool.query(`
    insert into user_profiles (id, full_name, email)
      select gen_random_uuid(), 'Many ' || n, 'many-' || n || '@hemline.test'
      from generate_series(1, 2500) n`)
  const rows = cellsOf((await site.get('/admin/export/people', as)).html).slice(1)
  const many = rows.map(([, name = '']) => name).filter((name) => name.startsWith('Many '))
  expect([many.length, new Set(many).size]).toEqual([2500, 2500])
})

test('each list is found where it is shown, and an unknown one is not', async () => {
  for (const [path, list] of [
    ['users', 'people'],
    ['rentals', 'rentals'],
    ['money', 'money'],
    ['listings', 'listings'],
  ])
    expect((await site.get(`/admin/${path}`, as)).has(`a[href="/admin/export/${list}"]`)).toBe(true)
  expect((await site.get('/admin/export/secrets', as)).status).toBe(404)
})
