import { expect, test } from 'vitest'
import { exportLists } from '#domain/admin/exports/export-period.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make } = site
const admin = await make.admin()
const as = { as: admin }
/** One admin may make 30 files an hour. */
const other = { as: await make.admin() }
const FORMULA = '=HYPERLINK("https://evil.example","\u202e"),\n@SUM(1)'
const renter = await make.shopper({ full_name: FORMULA, phone: '+1 555', city: '-1', state: '\tx' })
const item = await make.item({ title: FORMULA, brand_id: (await make.brand({ name: '@b' })).id })
await make.rental({ item, renter })
await make.item({ closet: admin, title: FORMULA })
await insertRows(site.db, 'business_applications', {
  id: newId(),
  user_id: renter.id,
  full_name: FORMULA,
  city: 'Reno',
  state: 'NV',
  instagram: 'x',
  outfit_images: [newId()],
  driving_distance: '5 miles',
  meeting_flexibility: 'Any',
  contact_phone: '1',
  applied_at: new Date(),
})
const closet = await make.closet({ full_name: FORMULA })
await make.payoutAccount(closet)
await make.payout(closet, { note: FORMULA })
await make.correction(closet, { cents: 1000, note: FORMULA })
await make.correction(closet, { cents: -400 })
await insertRows(site.db, 'audit_log', {
  id: newId(),
  action: FORMULA,
  noun: 'item',
  noun_id: item.id,
  at: new Date(),
})

/** Beside the search of all admin pages. */
const PERIOD_FORM = 'main form[action^="/admin/export/"]'

/** Parses a CSV table by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test.for(
  exportLists,
)('the export of %s is complete, and none of its cells runs as a formula', async (list) => {
  const file = await site.get(`/admin/export/${list}`, as)
  expect(file.status).toBe(200)
  expect(file.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="hemline-${list}-\\d{4}-\\d\\d-\\d\\d.csv"$`),
  )
  const [header = [], ...rows] = cellsOf(file.html)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toHaveLength(header.length)
  // Numbers below 0 are none.
  const texts = rows.flat().filter((cell) => !/^-\d+(\.\d+)?$/.test(cell))
  expect(texts.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
  // Only sums by month have no text that people write.
  if (list !== 'receipts') expect(texts).toContain(`'${FORMULA}`)
})

test('an export uses the texts of the screens, without codes, column names or JSON', async () => {
  const { id } = await make.rental({
    item: await make.item({ title: 'Ivory slip' }),
    status: 'pending',
  })
  await site.post(`/admin/rentals/${id}`, { intent: 'accept' }, as)
  const rowOf = async (list: string, of: string) => {
    const [header = [], ...rows] = cellsOf((await site.get(`/admin/export/${list}`, as)).html)
    const row = rows.find((cells) => cells.includes(of)) ?? []
    return Object.fromEntries(header.map((column, index) => [column, row[index]]))
  }
  expect(await rowOf('rentals', id)).toMatchObject({
    Status: 'Confirmed',
    Delivery: 'Not delivered',
    Return: 'Not returned',
    Condition: 'Not reviewed',
    // Columns that are needed for sales tax.
    'Owner state': 'NY',
  })
  const line = await rowOf('audit', id)
  expect(line).toMatchObject({ Action: 'accepted', Type: 'rental', Name: 'Ivory slip' })
  expect(line.Before).not.toContain('confirmed by')
  expect((await site.get('/admin/audit?noun=rental', as)).text('main')).toContain(
    'accepted rental: full history “Ivory slip”',
  )
  expect(line.After).toMatch(/^status: confirmed; confirmed at: \w{3} \d/)
  expect(await rowOf('people', renter.id)).toMatchObject({ 'Account type': 'Regular' })
  expect(await rowOf('items', item.id)).toMatchObject({ Approval: 'Approved', Paused: 'No' })
})

test('an export of several batches has every person once', async () => {
  await site.database.pool.query(`
    insert into user_profiles (id, full_name, email)
      select gen_random_uuid(), 'Many ' || n, 'many-' || n || '@hemline.test'
      from generate_series(1, 2500) n`)
  const rows = cellsOf((await site.get('/admin/export/people', as)).html).slice(1)
  const many = rows.map(([, name = '']) => name).filter((name) => name.startsWith('Many '))
  expect([many.length, new Set(many).size]).toEqual([2500, 2500])
})

test('an export has what its page shows, the newest first', async () => {
  await make.shopper({ full_name: 'Zoe Filter', created_at: new Date('2030-01-02') })
  await make.closet({ full_name: 'Abe Filter', created_at: new Date('2030-01-01') })
  const names = async (query: string) =>
    cellsOf((await site.get(`/admin/export/people?${query}`, as)).html)
      .slice(1)
      .map(([, name]) => name)
  expect(await names('q=filter')).toEqual(['Zoe Filter', 'Abe Filter'])
  expect(await names('q=filter&part=business')).toEqual(['Abe Filter'])
  const page = await site.get('/admin/users?q=filter&part=business', as)
  expect(page.has('a[href="/admin/export/people?q=filter&part=business"]')).toBe(true)
  const listings = cellsOf((await site.get('/admin/export/listings', as)).html).slice(1)
  expect(listings).toHaveLength(1)
  const items = cellsOf((await site.get('/admin/export/items', as)).html).slice(1)
  expect(items.length).toBeGreaterThan(1)
})

test('each list has an export on its page, and an unknown list has none', async () => {
  for (const [path, list] of [
    ['users', 'people'],
    ['listings', 'listings'],
    // The default tab of these lists is the to-do list.
    ['items', 'items?part=pending'],
    ['applications', 'applications?part=pending'],
  ])
    expect((await site.get(`/admin/${path}`, as)).has(`a[href="/admin/export/${list}"]`)).toBe(true)
  for (const [path, list] of [
    ['rentals', 'rentals?part=action'],
    ['money', 'money'],
    ['audit?noun=item', 'audit?noun=item'],
  ])
    expect((await site.get(`/admin/${path}`, as)).has(`a[href="/admin/downloads/${list}"]`)).toBe(
      true,
    )
  expect((await site.get('/admin/export/secrets', as)).status).toBe(404)
})

test('an export searches phone numbers like its page, however the digits are grouped', async () => {
  const phone = '(646) 555-7315'
  const renter = await site.make.shopper({ full_name: 'Phoebe Dial', phone })
  const rental = await site.make.rental({ renter })
  await updateRows(site.db, 'rentals', rental.id, { renter_phone: phone })
  for (const [list, name] of [
    ['people', 'Phoebe Dial'],
    ['rentals', 'Phoebe Dial'],
  ] as const)
    for (const [q, found] of [
      ['646 555 7315', 1],
      ['555-7315', 1],
      ['646 555 7316', 0],
    ] as const) {
      const query = new URLSearchParams({ q, part: 'all' })
      const rows = cellsOf((await site.get(`/admin/export/${list}?${query}`, as)).html).slice(1)
      expect([list, q, rows.filter((cells) => cells.includes(name)).length]).toEqual([
        list,
        q,
        found,
      ])
    }
})

test('the days of an export are chosen by a form or by month', async () => {
  const page = await site.get('/admin/downloads/audit?noun=item', other)
  expect(page.text('main')).toContain(
    'Each file has up to 100,000 rows, or all rows of a single day.',
  )
  expect(page.text('main nav [aria-current]')).toBe('Audit log')
  expect(page.text('main')).toContain('Only: item')
  const today = page.$('input[name=to]').getAttribute('value') ?? ''
  expect(page.$('input[name=from]').getAttribute('value')?.slice(8)).toBe('01')
  expect(Date.parse(today)).toBeGreaterThan(0)
  const file = await site.submit(page, PERIOD_FORM, {}, other)
  expect(file.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(cellsOf(file.html).flat()).toContain(`'${FORMULA}`)
  const before = await site.submit(
    page,
    PERIOD_FORM,
    { from: '2020-01-01', to: '2020-01-31' },
    other,
  )
  expect(cellsOf(before.html)).toHaveLength(1)
  expect(before.response.headers.get('content-disposition')).toContain(
    'hemline-audit-2020-01-01-to-2020-01-31.csv',
  )
  const month = page
    .$$('main li a[href^="/admin/export/"]')
    .map((link) => link.getAttribute('href') ?? '')
  expect(month).toHaveLength(12)
  expect(cellsOf((await site.get(month[0] ?? '', other)).html).flat()).toContain(`'${FORMULA}`)
  expect((await site.get('/admin/downloads/secrets', as)).status).toBe(404)
})

test('an export of money has all money, even when the page is filtered', async () => {
  const shown = await site.get('/admin/money?part=disputes&q=zoe', as)
  const link = shown.$('main a[href^="/admin/downloads/money"]').getAttribute('href') ?? ''
  expect(link).toBe('/admin/downloads/money')
  const page = await site.get(`${link}?part=disputes&q=zoe`, as)
  expect(page.text('main')).not.toContain('Only:')
  expect(page.$$(`${PERIOD_FORM} input[name=q]`)).toEqual([])
})

test('an export that timed out is explained without running its query again', async () => {
  const page = await site.get('/admin/downloads/money?from=2026-03-01&check=late', as)
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Finding these rows took too long, so no file was made.')
  expect(page.$('input[name=from]').getAttribute('value')).toBe('2026-03-01')
})

test('invalid days of an export are refused at their field, and the input stays', async () => {
  for (const [query, sentence] of [
    ['from=2026-02-30&to=2026-03-01', 'Please enter a valid date'],
    ['from=2026-03-02&to=2026-03-01', 'The last day is before the first one.'],
  ]) {
    const sent = await site.get(`/admin/export/money?${query}`, other)
    expect(sent.status).toBe(302)
    const page = await site.get(sent.location ?? '', other)
    expect([page.status, page.text('main')]).toEqual([400, expect.stringContaining(sentence ?? '')])
    expect(page.$('input[name=from]').getAttribute('value')).toBe(query?.slice(5, 15))
    expect(page.$$('input[aria-invalid=true]')).toHaveLength(1)
  }
})
