import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

// Every command writes to the audit log: without that table commands fail while pages still work.
const site = await testSite()
const { make, db } = site
const as = { as: await make.admin() }
const item = await make.item({ closet: as.as })
const brand = await make.brand()
const city = await make.city()
const person = await make.person()
const waiting = await make.item({ approval_status: 'pending' })
const application = newId()
await insertRows(db, 'business_applications', {
  id: application,
  user_id: (await make.person()).id,
  full_name: 'Ada',
  city: 'Troy',
  state: 'NY',
  instagram: 'ada',
  outfit_images: [(await make.image({ use: 'outfit' })).id],
  driving_distance: '5 miles',
  meeting_flexibility: 'Evenings',
  contact_phone: '555 0100',
  applied_at: new Date(),
})
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
    { intent: 'user-to-user', enabled: 'no' },
    '/admin',
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
  [
    '/admin/applications',
    { intent: 'approve', application },
    '/admin/applications',
    'Error updating application. Please try again.',
  ],
  [
    '/admin/items',
    {
      intent: 'deny',
      reason: 'Too dark.',
      item: waiting.id,
      changed_at: waiting.updated_at.toISOString(),
    },
    '/admin/items',
    'Error updating item. Please try again.',
  ],
] as const)('%s fails with its own words', async ([path, fields, to, sentence]) => {
  const posted = await site.post(path, fields, as)
  expect(posted.location).toBe(to)
  expect((await site.get(to, as)).html).toContain(sentence)
})

test('failed commands have changed nothing', async () => {
  expect((await site.get('/admin/users', as)).has('a[href="/admin/applications"]')).toBe(true)
  expect(await db.selectFrom('brands').select(['id', 'is_active']).execute()).toEqual([
    { id: brand.id, is_active: true },
  ])
  expect(await db.selectFrom('cities').select('id').execute()).toEqual([{ id: city.id }])
  const { account_type } = await readRow(db, 'user_profiles', 'account_type', person.id)
  expect(account_type).toBe('regular')
})

test('a brand or a listing that could not be saved keeps its input', async () => {
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
  // The image is already stored, so the form now has its id.
  expect(page.$('[name=image_id]').getAttribute('value')).toMatch(/^[0-9a-f-]{36}$/)
})

// The tables that each tab reads, removed one by one. Every page reads the style and the
// versions of legal texts, so Site Layout and Legal are not tested. Downloads reads nothing else.
const READS: Readonly<Record<string, readonly [string, string]>> = {
  '/admin': ['table', 'credit_transactions'],
  '/admin/announcements': ['table announcements rename column', 'created_by'],
  '/admin/appeals': ['table', 'deposit_appeals'],
  '/admin/applications': ['table', 'business_applications'],
  '/admin/audit': ['table', 'audit_log'],
  '/admin/brands': ['table', 'brands'],
  '/admin/cities': ['table', 'cities'],
  '/admin/figures': ['table', 'credit_days'],
  '/admin/integrity': ['table', 'transfer_differences'],
  '/admin/items': ['table', 'clothing_items'],
  '/admin/listings': ['table', 'clothing_items'],
  '/admin/mail': ['table', 'mail_outbox'],
  '/admin/money': ['table', 'refunds'],
  '/admin/months': ['table', 'closed_months'],
  '/admin/names': ['table user_profiles rename column', 'name_requested_at'],
  '/admin/payments': ['table', 'subscription_coverage'],
  '/admin/payouts': ['table', 'earnings'],
  '/admin/rentals': ['table', 'rentals'],
  '/admin/reports': ['table', 'reports'],
  '/admin/returns': ['table', 'return_requests'],
  '/admin/reviews': ['table', 'ratings'],
  '/admin/search?q=silk': ['table', 'closet_pages'],
  '/admin/signals': ['table', 'failed_payments'],
  '/admin/support': ['table', 'support_requests'],
  '/admin/support/answers': ['table', 'saved_answers'],
  '/admin/users': ['function', 'lister_location'],
}

test('a tab that cannot be loaded shows an error inside the dashboard, and recovers', async () => {
  const away = await testSite()
  const admin = { as: await away.make.admin() }
  const tabs = addressesIn(readSiteMap(inject('buildDirectory')))
    .filter(({ within, isPage }) => isPage && within.includes('routes/admin/layout'))
    .map(({ path }) => path)
    // Without words, the search reads nothing.
    .map((path) => (path === '/admin/search' ? '/admin/search?q=silk' : path))
    .filter((path) => !/:|new$|site-layout$|legal$|downloads$/.test(path))
  expect(tabs.toSorted()).toEqual(Object.keys(READS))
  for (const [path, [kind, name]] of Object.entries(READS)) {
    const rename = (from: string, to: string) =>
      sql`alter ${sql.raw(kind)} ${sql.raw(from)} ${sql.raw(/column$/.test(kind) ? 'to' : 'rename to')} ${sql.raw(to)}`.execute(
        away.db,
      )
    await rename(name, `${name}_away`)
    const page = await away.get(path, admin)
    const shown = [page.status, page.text('main [role=alert]'), page.has('nav[aria-label="Admin"]')]
    await rename(`${name}_away`, name)
    expect(shown, path).toEqual([200, expect.stringContaining('could not be loaded'), true])
    expect((await away.get(path, admin)).has('main [role=alert]'), path).toBe(false)
  }
})

test('the user-to-user switch works even when the overview cannot be loaded', async () => {
  const away = await testSite()
  const admin = { as: await away.make.admin() }
  await sql`alter table credit_transactions rename to elsewhere`.execute(away.db)
  const page = await away.get('/admin', admin)
  expect(page.text('main [role=alert]')).toContain('could not be loaded')
  expect(page.$('[role=switch]').getAttribute('aria-checked')).toBe('true')
  const question = await away.get('/admin?ask=user-to-user', admin)
  await away.submit(question, 'dialog form[method=post]', {}, admin)
  const switched = await away.get('/admin', admin)
  await sql`alter table elsewhere rename to credit_transactions`.execute(away.db)
  expect(switched.$('[role=switch]').getAttribute('aria-checked')).toBe('false')
})

test('an unknown mail, brand or listing is not found', async () => {
  for (const place of ['mail', 'brands', 'listings'])
    for (const id of ['1', newId()])
      expect((await site.get(`/admin/${place}/${id}`, as)).status).toBe(404)
})
