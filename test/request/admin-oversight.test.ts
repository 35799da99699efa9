import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { runDueChecks } from '#domain/admin/figures/integrity-results.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }

const figuresOn = (page: Awaited<ReturnType<typeof site.get>>) =>
  Object.fromEntries(
    page
      .$$('dl[aria-label="Key metrics"] > div')
      .map((box) => [
        box.querySelector('dt')?.textContent,
        box.querySelectorAll('dd').map(({ textContent }) => textContent),
      ]),
  )

async function failedMail(subject: string, how: { readonly confidential?: true } = {}) {
  const draft = { template: 'rental-late', subject, paragraphs: ['A secret link'] }
  const message: Email = { ...draft, ...how }
  await inTransaction(db, (tx) => notify(tx, { ...message, to: 'a@hemline.test' }, clock.now()))
  const { id } = await db
    .updateTable('mail_outbox')
    .set({ last_error: '550 no such mailbox', attempts: 1 })
    .where('subject', '=', subject)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('the tabs of the admin area begin with those of the specification, in its order', async () => {
  const own = await testSite()
  const page = await own.get('/admin', { as: await own.make.admin() })
  const nav = 'nav[aria-label=Admin]'
  expect(page.$$(`${nav} > ul:first-child a`).map(({ textContent }) => textContent)).toEqual([
    'Listings',
    'Brands',
    'Cities',
    'Rentals',
    'Users',
    'Applications',
    'Items',
    'Site Layout',
  ])
  const textIn = ({ textContent }: { textContent: string }) =>
    textContent.replace(', this page', '')
  const groups = page
    .$$(`${nav} > ul:last-child > li`)
    .map((group) => [
      group.querySelectorAll('summary').map(textIn),
      group.querySelectorAll('a').map(textIn),
    ])
  expect(groups).toEqual([
    [['To do'], ['Overview', 'Support', 'Appeals', 'Returns and no-shows', 'Reports']],
    [['Trust'], ['Reviews', 'Names', 'Signals']],
    [['Money'], ['Payments', 'Payment problems', 'Payouts', 'Months', 'Analytics']],
    [['Site'], ['Announcements', 'Legal pages', 'Emails', 'Audit log', 'Integrity checks']],
  ])
  expect(page.text(`${nav} a[aria-current=page]`)).toBe('Overview')
})

test('the overview shows key figures and what needs attention', async () => {
  const own = await testSite()
  const boss = await own.make.admin()
  const empty = await own.get('/admin', { as: boss })
  expect(empty.text('main')).toContain('Nothing to do right now.')
  const shopper = await own.make.readyShopper({ credits: 100 })
  await own.make.rental({ renter: shopper, item: await own.make.item({ closet: boss }) })
  await own.make.item({ approval_status: 'pending' })
  const page = await own.get('/admin', { as: boss })
  expect(figuresOn(page)).toMatchObject({
    'Open rentals': ['1', '1 new'],
    'Credits spent': ['14', 'net of refunds'],
    'Deposits held': ['$50.00', 'from 1 user'],
  })
  expect(page.text('main')).toContain('1 item to review')
  expect(page.text('main')).toContain('1 rental that needs action')
})

test('a failed email can be sent again, once', async () => {
  const id = await failedMail('About your rental')
  const list = await site.get('/admin/mail?part=failed&q=rental', as)
  expect(list.text('main li:has(h2)')).toContain('550 no such mailbox')
  const mail = await site.get(`/admin/mail/${id}`, as)
  expect(mail.text('main')).toContain('A secret link')
  expect(mail.$('iframe').getAttribute('sandbox')).toBe('')
  await site.submit(mail, 'main header form', {}, as)
  await site.submit(mail, 'main header form', {}, as)
  await site.drainJobs()
  expect(await readRows(db, 'mail_outbox', ['last_error', 'attempts'], id)).toEqual([
    { last_error: null, attempts: 2 },
  ])
  const late = await site.submit(mail, 'main header form', {}, as)
  expect((await site.get(late.location ?? '', as)).html).toContain(
    'This email has already been sent.',
  )
})

test('only the recipient can read a confidential email', async () => {
  const id = await failedMail('For your eyes only', { confidential: true })
  const page = await site.get(`/admin/mail/${id}`, as)
  expect(page.status).toBe(200)
  expect(page.html).not.toContain('A secret link')
  expect(page.text('main')).toContain('contains a private link or code')
})

test('the audit log can be filtered by actor, action and date', async () => {
  const other = await make.admin({ full_name: 'Otto Other' })
  await site.post('/admin/cities', { intent: 'add', name: 'Lima', state: 'OH' }, as)
  await site.post('/admin/cities', { intent: 'add', name: 'Troy', state: 'NY' }, { as: other })
  await insertRows(db, 'audit_log', {
    id: newId(),
    action: 'expire',
    noun: 'lot',
    noun_id: '1',
    at: '2020-02-29T04:30:00Z',
  })
  const lines = async (query: string) =>
    (await site.get(`/admin/audit?${query}`, as))
      .$$('main ol > li')
      .map((line) => line.textContent.replaceAll(/\s+/g, ' '))
  expect(await lines('noun=city&action=add')).toEqual([
    expect.stringContaining('“Troy”'),
    expect.stringContaining('“Lima”'),
  ])
  expect(await lines('noun=city&actor=ada')).toEqual([expect.stringContaining('“Lima”')])
  expect(await lines('actor=System')).toEqual([expect.stringContaining('System')])
  // 4:30 a.m. in UTC is still the previous day in New York.
  expect(await lines('from=2020-02-28&to=2020-02-28')).toHaveLength(1)
  expect(await lines('from=2020-02-29&to=2020-02-29')).toHaveLength(0)
  expect(await lines('actor=nobody%20at%20all')).toHaveLength(0)
  const page = await site.get('/admin/audit?noun=city', as)
  expect(page.$$('select[name=noun] option').map(({ textContent }) => textContent)).toContain('lot')
  expect(page.$('select[name=noun] option[selected]').textContent).toBe('city')
})

test('a purchase in the audit log says what was bought and for how much', async () => {
  await insertRows(db, 'audit_log', {
    ...{
      id: newId(),
      action: 'buy',
      noun: 'order',
      noun_id: newId(),
      at: '2020-03-03T12:00:00Z',
    },
    after: JSON.stringify({ product: 'deposit', amount_cents: 5000 }),
  })
  const page = await site.get('/admin/audit?noun=order&from=2020-03-03&to=2020-03-03', as)
  expect(page.text('main ol > li > div > p')).toMatch(
    /^completed purchase.* \(.*deposit, \$50\.00\)$/i,
  )
})

test('the results of the integrity checks are shown at once, and "Check again" runs them', async () => {
  const broken = await testSite({ database: await testDatabase({ violatesInvariants: true }) })
  const boss = { as: await broken.make.admin() }
  expect((await broken.get('/admin/integrity', boss)).text('main')).toContain('Not checked yet')
  expect((await broken.get('/admin', boss)).text('main')).toContain('Not checked')
  const check = async () => {
    const page = await broken.get('/admin/integrity', boss)
    const sent = await broken.submit(page, 'main form[method=post]', {}, boss)
    expect(sent.location).toBe('/admin/integrity')
    await broken.drainJobs()
    return await broken.get('/admin/integrity', boss)
  }
  expect((await check()).text('main')).toContain('No problems found: every credit')
  expect((await broken.get('/admin', boss)).text('main')).toContain('No problems')
  await sql`insert into listed_count_deltas values ('all', '', 3)`.execute(broken.db)
  // The page shows the result of the previous check.
  expect((await broken.get('/admin/integrity', boss)).text('main')).toContain('No problems found')
  broken.clock.advance({ seconds: 5 })
  const page = await check()
  expect(page.text('main')).toContain('1 problem found.')
  expect(page.text('main')).toContain('counts of listed items are exact')
  expect((await broken.get('/admin', boss)).text('main')).toContain('Problems found')
})

test('while checks are pending, the page shows how many are left and reloads', async () => {
  const shop = await testSite()
  const boss = { as: await shop.make.admin() }
  await runDueChecks(shop.db, { clock: shop.clock.now })
  expect((await shop.get('/admin/integrity', boss)).html).not.toMatch(/http-equiv="refresh"/i)
  shop.clock.advance({ seconds: 5 })
  await shop.post('/admin/integrity', {}, boss)
  const page = await shop.get('/admin/integrity', boss)
  expect(page.text('main')).toMatch(/Checking: (\d+) of \1 checks left/)
  expect(page.response.headers.get('refresh')).toBeNull()
  expect(page.html).toMatch(/<noscript><meta http-equiv="refresh" content="5"/i)
})
