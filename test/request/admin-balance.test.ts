import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const admin = await make.admin()
const as = { as: admin }
const list = '/admin/money?part=unexplained'

const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)

async function transaction(id: string, cents: number, hours: number) {
  const moved = { type: 'charge', source: `pi_${id}`, amount_cents: cents, fee_cents: 175 }
  await insertRows(db, 'balance_transactions', { id, ...moved, created_at: hoursAgo(hours) })
}

test('before anything has moved, the overview and the list say so', async () => {
  const overview = (await site.get('/admin', as)).text('main')
  expect(overview).toContain('Nothing moved')
  expect(overview).toContain('Oldest unexplainedNone')
  expect((await site.get(list, as)).text('main')).toContain('Everything is explained')
})

test('a transaction that nothing explains for a day needs an admin, who says once what it was', async () => {
  await transaction('txn_old', 5000, 25)
  await transaction('txn_new', 1000, 1)
  const overview = (await site.get('/admin', as)).text('main')
  expect(overview).toContain('Oldest unexplained25 hours')
  expect(overview).toContain('1 transaction at Stripe not explained for a day')
  const page = await site.get(list, as)
  expect(page.$$('main li h2 ~ p:first-of-type').map((one) => one.textContent)).toEqual([
    'txn_old · pi_txn_old',
    'txn_new · pi_txn_new',
  ])
  const open = await site.get(`${list}&explain=txn_old`, as)
  expect(open.text('dialog[open] h2')).toBe('Mark $50.00 as explained?')
  const form = 'dialog form[method=post]'
  const silent = await site.submit(open, form, { note: ' ' }, as)
  expect([silent.status, silent.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please say what it was.'),
  ])
  const done = await site.submit(silent, form, { note: 'Sold at a fair.' }, as)
  const after = await site.get(done.location ?? '', as)
  expect(after.html).toContain('is marked as explained.')
  expect(after.$$('main li h2')).toHaveLength(1)
  // Another admin had the dialog open.
  const other = { as: await make.admin() }
  const late = await site.submit(open, form, { note: 'Something else.' }, other)
  expect((await site.get(late.location ?? '', other)).html).toContain(
    'This transaction is explained already.',
  )
  expect(
    await readRow(db, 'balance_transactions', ['note', 'explained_by_admin'], 'txn_old'),
  ).toEqual({ note: 'Sold at a fair.', explained_by_admin: admin.id })
  const now = (await site.get('/admin', as)).text('main')
  expect(now).not.toContain('not explained for a day')
  expect(now).toContain('Share explained, 30 days83.3%')
  const audit = (await site.get('/admin/audit', as)).text('main')
  expect(audit).toContain('transaction at Stripe')
})

test('the list is searched by the ids of Stripe', async () => {
  await transaction('txn_other', 700, 2)
  const found = await site.get(`${list}&q=txn_other`, as)
  expect(found.$$('main li h2')).toHaveLength(1)
  // A search covers every part of the page.
  const anywhere = await site.get('/admin/money?q=txn_other', as)
  expect(anywhere.text('main')).toContain('txn_other')
})
