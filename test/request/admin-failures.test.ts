import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'

// Every command writes to the audit log: without that table each of them fails, and the pages stay.
const site = await testSite()
const { make, db } = site
const as = { as: await make.admin() }
const item = await make.item({ closet: as.as })
const brand = await make.brand()
const city = await make.city()
const person = await make.person()
await sql`alter table audit_log rename to audit_log_away`.execute(db)

function multipart(fields: Record<string, string>, file: string, width: number) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bytes = new Uint8Array(flatPng(width, 600))
  form.append(file, new File([bytes], 'a.png', { type: 'image/png' }))
  return form
}

test.for([
  [
    '/admin',
    { intent: 'user-to-user', enabled: 'no', return_to: '/admin/brands' },
    '/admin/brands',
    'Error updating setting. Please try again.',
  ],
  [
    '/admin/brands',
    { intent: 'delete', brand: brand.id },
    '/admin/brands',
    'Error deleting brand. Please try again.',
  ],
  [
    '/admin/brands',
    { intent: 'deactivate', brand: brand.id },
    '/admin/brands',
    'Error saving brand. Please try again.',
  ],
  [
    '/admin/listings',
    { intent: 'delete', item: item.id },
    '/admin/listings',
    'Error deleting listing. Please try again.',
  ],
  [
    '/admin/cities?q=x',
    { intent: 'delete', city: city.id },
    '/admin/cities?q=x',
    'Error deleting city. Please try again.',
  ],
  [
    '/admin/users',
    { intent: 'change', person: person.id, from: 'regular', to: 'admin' },
    '/admin/users',
    'Error changing account type. Please try again.',
  ],
] as const)('%s fails with its own words', async ([path, fields, to, sentence]) => {
  const posted = await site.post(path, fields, as)
  expect(posted.location).toBe(to)
  expect((await site.get(to, as)).html).toContain(sentence)
})

test('nothing has changed by what failed', async () => {
  expect((await site.get('/admin/users', as)).html).toContain('post items')
  expect(await db.selectFrom('brands').select(['id', 'is_active']).execute()).toEqual([
    { id: brand.id, is_active: true },
  ])
  expect(await db.selectFrom('cities').select('id').execute()).toEqual([{ id: city.id }])
  const { account_type } = await db
    .selectFrom('user_profiles')
    .select('account_type')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(account_type).toBe('regular')
})

test('a brand or a listing that could not be saved stays as typed', async () => {
  const fields = { intent: 'save', name: 'Typed name', deal_details: '', description: '' }
  const brand = await site.post('/admin/brands/new', multipart(fields, 'logo_id', 300), as)
  expect([brand.status, brand.text('[role=alert]')]).toEqual([
    500,
    'Error saving brand. Please try again.',
  ])
  expect(brand.$('[name=name]').getAttribute('value')).toBe('Typed name')
  const listing = {
    intent: 'save',
    title: 'Typed title',
    size: 'M',
    style: 'Boho',
    event_type: 'Casual',
    credits_per_week: '7',
  }
  const page = await site.post('/admin/listings/new', multipart(listing, 'image_id', 300), as)
  expect([page.status, page.text('[role=alert]')]).toEqual([
    500,
    'Error saving listing. Please try again.',
  ])
  expect(page.$('[name=title]').getAttribute('value')).toBe('Typed title')
  // The picture is stored: sent again, the form carries its id.
  expect(page.$('[name=image_id]').getAttribute('value')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a list that cannot be loaded says so on its page', async () => {
  for (const path of ['/admin', '/admin/audit']) {
    const page = await site.get(path, as)
    expect([page.status, page.text('main [role=alert]')]).toEqual([
      200,
      expect.stringMatching(/could not be loaded Try again|could not be loaded/),
    ])
  }
  const away = await testSite()
  const admin = { as: await away.make.admin() }
  const lists = {
    brands: 'brands',
    cities: 'cities',
    mail: 'mail_outbox',
    money: 'refunds',
  }
  for (const [list, table] of Object.entries(lists)) {
    await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(
      away.db,
    )
    const page = await away.get(`/admin/${list}`, admin)
    const said = [page.status, page.text('main [role=alert]')]
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(
      away.db,
    )

    expect(said, list).toEqual([200, expect.stringMatching(/could not be loaded/)])
    expect((await away.get(`/admin/${list}`, admin)).has('main [role=alert]')).toBe(false)
  }
})

test('an unknown mail, brand or listing is not found', async () => {
  for (const place of ['mail', 'brands', 'listings'])
    for (const id of ['1', newId()])
      expect((await site.get(`/admin/${place}/${id}`, as)).status).toBe(404)
})
