import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LIST_TABS } from '#app/components/admin/download-words.ts'
import { MAX_ACTIVE_CITIES } from '#domain/catalogue/cities/city-limits.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }

/** The toast on the next page. */
async function toast(path: string) {
  return (await site.get(path, as)).text('[data-toasts], .toasts, [aria-label="Messages"]')
}

async function actions(nounId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('noun_id', '=', nounId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
  return rows.map(({ action }) => action)
}

test('cities can be added, activated, deactivated and deleted', async () => {
  const added = await site.post('/admin/cities', { intent: 'add', name: ' Reno ', state: 'NV' }, as)
  expect(added.location).toBe('/admin/cities')
  const city = await db
    .selectFrom('cities')
    .selectAll()
    .where('name', '=', 'Reno')
    .executeTakeFirstOrThrow()
  expect(city).toMatchObject({ state: 'NV', is_active: true, created_by: admin.id })
  const page = await site.get('/admin/cities', as)
  expect(page.$$('table th[scope=col]').map((th) => th.textContent)).toEqual([
    'City',
    'State',
    'Status',
    'Created',
    'Actions',
  ])
  await site.submit(page, 'tr:has(th[scope=row]) form', {}, as)
  expect((await site.get('/admin/cities?part=inactive', as)).text('table')).toContain('Reno')
  const confirmation = await site.get(`/admin/cities?delete=${city.id}`, as)
  expect(confirmation.text('dialog[open] h2')).toBe(
    'Are you sure you want to delete this city? This action cannot be undone.',
  )
  await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect(await db.selectFrom('cities').selectAll().execute()).toEqual([])
  expect(await actions(city.id)).toEqual(['add', 'deactivate', 'delete'])
})

test('each list says what its file contains', async () => {
  const names: string[] = []
  for (const path of new Set(Object.values(LIST_TABS))) {
    const page = await site.get(path, as)
    const links = page.$$('main a[href^="/admin/export/"], main a[href^="/admin/downloads/"]')
    names.push(...links.map(({ textContent }) => textContent))
  }
  expect(names).toContain('Download the audit log (CSV)')
  expect(names).toHaveLength(Object.keys(LIST_TABS).length)
  expect(new Set(names).size).toBe(names.length)
})

test('a city needs both names and is listed once', async () => {
  const page = await site.post('/admin/cities', { intent: 'add', name: ' ', state: '' }, as)
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please enter a city name.')
  expect(page.text('main')).toContain('Please enter a state.')
  await make.city({ name: 'Fargo', state: 'ND' })
  const twice = await site.post('/admin/cities', { intent: 'add', name: 'FARGO', state: 'nd' }, as)
  expect([twice.status, twice.text('main')]).toEqual([
    400,
    expect.stringContaining('This city has already been added.'),
  ])
})

test('a city beyond the limit of active cities is refused, and the input stays', async () => {
  const full = await testSite()
  const admin = { as: await full.make.admin() }
  await sql`insert into cities (id, name, state, created_at)
    select gen_random_uuid(), 'City ' || n, 'OH', now()
    from generate_series(1, ${MAX_ACTIVE_CITIES}::int) n`.execute(full.db)
  const sentence = '1,000 cities are active, which is the limit. Please deactivate one first.'
  const typed = { intent: 'add', name: 'Reno', state: 'NV' }
  const refused = await full.post('/admin/cities', typed, admin)
  expect([refused.status, refused.text('form[aria-label="Add City"] [role=alert]')]).toEqual([
    400,
    sentence,
  ])
  const typedIn = (name: string) => refused.$(`[name=${name}]`).getAttribute('value')
  expect([typedIn('name'), typedIn('state')]).toEqual(['Reno', 'NV'])
  const { id } = await full.make.city({ is_active: false })
  const activated = await full.post('/admin/cities', { intent: 'activate', city: id }, admin)
  expect(activated.location).toBe('/admin/cities')
  expect((await full.get('/admin/cities', admin)).html).toContain(sentence)
  const { is_active } = await readRow(full.db, 'cities', 'is_active', id)
  expect(is_active).toBe(false)
})

test('the switch shows who can add items and hides tabs that only closets need', async () => {
  const tabs = (page: Awaited<ReturnType<typeof site.get>>) =>
    page.$$('nav[aria-label="Admin"] a').map((link) => link.textContent.replace(/\d+$/, ''))
  const system = [
    'Overview',
    'Names',
    'Payments',
    'Payment problems',
    'Payouts',
    'Months',
    'Analytics',
    'Signals',
    'Emails',
    'Audit log',
    'Integrity checks',
    'Legal pages',
    'Announcements',
  ]
  const always = [
    'Listings',
    'Brands',
    'Cities',
    'Rentals',
    'Appeals',
    'Returns and no-shows',
    'Reports',
    'Support',
    'Reviews',
    'Users',
  ]
  const on = await site.get('/admin', as)
  expect(on.text('main')).toContain('Users can apply for business accounts and post items')
  expect(tabs(on).sort()).toEqual(
    [...system, ...always, 'Applications', 'Items', 'Site Layout'].sort(),
  )
  const confirmation = await site.submit(on, 'form:has([role=switch])', {}, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Allow only admins to post items?')
  expect((await site.get('/admin', as)).text('main')).toContain('Users can apply')
  const switched = await site.submit(confirmation, 'dialog form[method=post]', {}, as)
  expect(switched.location).toBe('/admin')
  const off = await site.get('/admin', as)
  expect(off.text('main')).toContain('Only admins can post items')
  const hidden = 'nav[aria-label="Admin"] > ul:last-child > li:last-child'
  expect(off.text(`${hidden} summary`)).toBe('Hidden')
  expect(off.$$(`${hidden} a`).map((link) => link.textContent)).toEqual([
    'Applications',
    'Items',
    'Site Layout',
  ])
  expect(tabs(off).sort()).toEqual(tabs(on).sort())
  expect((await site.get('/admin/applications', as)).status).toBe(200)
  await make.item({ approval_status: 'pending' })
  const waiting = await site.get('/admin', as)
  expect(waiting.text(`${hidden} a[href="/admin/items"]`)).toBe('Items1')
  expect(waiting.text(`${hidden} summary`)).toBe('Hidden1')
  expect(waiting.text('section[aria-labelledby=waits]')).not.toContain('item to review')
  const back = await site.post('/admin', { intent: 'user-to-user', enabled: 'yes' }, as)
  expect(back.location).toBe('/admin')
  const again = await site.get('/admin', as)
  expect(again.text('section[aria-labelledby=waits]')).toContain('1 item to review')
  expect(await actions('user_to_user_enabled')).toEqual(['switch off', 'switch on'])
  expect((await site.get('/admin/audit', as)).text('main')).toContain('“Users can post items”')
})

test('an admin changes an account type after a confirmation', async () => {
  const person = await make.person({ full_name: 'Una Brown' })
  const list = await site.get('/admin/users?q=Una%20Brown', as)
  expect(list.$$('main li h2')).toHaveLength(1)
  const confirmation = await site.submit(list, 'main li form', { to: 'business' }, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Change Una Brown from Regular to Business?')
  const done = await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect(done.location).toBe('/admin/users?q=Una+Brown')
  expect((await site.get('/business', { as: person })).status).toBe(200)
  const late = await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect((await site.get(late.location ?? '', as)).html).toContain(
    'Another admin has changed this account in the meantime. Its type is now business.',
  )
})

test('an account type is changed from the page of the person', async () => {
  const person = await make.person({ full_name: 'Vera Stone' })
  const page = await site.get(`/admin/users/${person.id}`, as)
  const links = page.$$('main a[href*="change="]')
  expect(links.map((link) => link.textContent)).toEqual(['Change to Business', 'Change to Admin'])
  const confirmation = await site.get(links[0]?.getAttribute('href') ?? '', as)
  expect(confirmation.text('dialog[open] h2')).toBe('Change Vera Stone from Regular to Business?')
  await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect((await site.get('/business', { as: person })).status).toBe(200)
})

test('a blocked closet gets an email, and its items are hidden', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const shopper = await make.shopper()
  const change = { intent: 'change', person: closet.id, from: 'business', to: 'regular' }
  await site.post('/admin/users', change, as)
  expect((await site.get('/business', { as: closet })).location).toBe('/')
  expect((await site.get('/business-apply', { as: closet })).text('main')).toContain(
    'Your business account has been blocked. Please contact support.',
  )
  expect((await site.get(`/item/${item.id}`, { as: shopper })).status).toBe(404)
  expect((await site.get('/admin/users?q=x', { as: closet })).location).toBe('/')
})

test('the last admin cannot be demoted', async () => {
  const alone = await testSite()
  const last = await alone.make.admin()
  const change = { intent: 'change', person: last.id, from: 'admin', to: 'regular' }
  await alone.post('/admin/users', change, { as: last })
  const page = await alone.get('/admin/users', { as: last })
  expect([page.status, page.html]).toEqual([
    200,
    expect.stringContaining('This is the last admin. Make someone else an admin first.'),
  ])
})

test('lists have pages, and invalid addresses still show a list', async () => {
  for (let n = 0; n < 30; n++) await make.city({ name: `Page ${String(n).padStart(2, '0')}` })
  const first = await site.get('/admin/cities?q=page', as)
  const next = first.$('a[rel=next]').getAttribute('href') ?? ''
  const second = await site.get(next, as)
  const names = [first, second].flatMap((page) =>
    page.$$('tbody th').map(({ textContent }) => textContent),
  )
  expect(names).toEqual([...names].sort())
  expect([first.text('main'), names.length]).toEqual([expect.stringContaining('30 total'), 30])
  const lists = ['listings', 'brands', 'cities', 'users', 'mail', 'audit', 'money', 'integrity']
  for (const list of lists)
    for (const query of [
      'after=x',
      'q=%00%25_%5C',
      'part=__proto__',
      'from=2026-99-99',
      'delete=1',
    ])
      expect((await site.get(`/admin/${list}?${query}`, as)).text('main')).not.toMatch(
        /could not be/,
      )
})

test('a session ended in another tab ends in the dashboard too', async () => {
  const other = await make.admin()
  expect((await site.get('/admin/brands', { as: other })).status).toBe(200)
  await db.deleteFrom('auth_sessions').where('user_id', '=', other.id).execute()
  const posted = await site.post(
    '/admin/cities',
    { intent: 'add', name: 'No', state: 'NO' },
    {
      as: other,
    },
  )
  expect(posted.status).toBe(401)
  expect(posted.text('main')).toContain('Your session has ended. Please sign in again.')
  const shown = await site.get('/admin/brands', { as: other })
  expect([shown.status, shown.location]).toEqual([302, '/'])
  expect(await db.selectFrom('cities').select('id').where('name', '=', 'No').execute()).toEqual([])
})

test('toasts are shown', async () => {
  await site.post('/admin/cities', { intent: 'delete', city: newId() }, as)
  expect(await toast('/admin/cities')).toContain('This city was not found.')
})
