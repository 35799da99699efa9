import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }

async function failedRefund() {
  const shopper = await make.shopper()
  const depositId = await make.deposit(shopper)
  await updateRows(db, 'deposits', depositId, { refund_requested_at: clock.now() })
  const { order_id } = await readRow(db, 'deposits', 'order_id', depositId)
  const id = newId()
  await insertRows(db, 'refunds', {
    id,
    order_id,
    deposit_id: depositId,
    amount_cents: 5000,
    reason: 'deposit_returned',
    status: 'failed',
    failure: 'The card is closed.',
    requested_at: clock.now(),
    finished_at: clock.now(),
  })
  return { id, shopper, depositId }
}

test('a failed payment event can be retried or dismissed', async () => {
  const page = () => site.get('/admin/money?part=events', as)
  expect((await page()).text('main')).toContain('No unprocessed payment events')
  for (const id of ['evt_first', 'evt_second'])
    await insertRows(db, 'stripe_events', {
      id,
      type: 'checkout.session.completed',
      payload: '{"data":{"object":{"id":"cs_nobody"}}}',
      received_at: new Date(clock.now().getTime() - 4 * 86_400_000),
      done_at: clock.now(),
      given_up_at: clock.now(),
      tries: 100,
      last_error: 'no order belongs to session cs_nobody',
    })
  expect((await page()).text('main')).toContain('no order belongs to session cs_nobody')
  const overview = await site.get('/admin', as)
  expect(overview.text('main')).toContain('2 unprocessed payment events')
  const form = (intent: string) => `main li:has(input[value=evt_first]) form:has([value=${intent}])`
  await site.submit(await page(), form('retry-event'), {}, as)
  expect((await page()).$$('main li h2')).toHaveLength(1)
  await site.drainJobs()
  expect((await page()).$$('main li h2')).toHaveLength(2)
  const gone = await site.submit(await page(), form('dismiss-event'), {}, as)
  expect((await site.get(gone.location ?? '', as)).html).toContain('evt_first is dismissed.')
  expect((await page()).$$('main li h2')).toHaveLength(1)
})

test('a failed refund can be retried or marked as refunded with a note', async () => {
  const first = await failedRefund()
  const second = await failedRefund()
  const page = await site.get('/admin/money', as)
  expect(page.text('main')).toContain('The card is closed.')
  await site.post('/admin/money', { intent: 'retry', refund: first.id }, as)
  const confirmation = await site.get(`/admin/money?resolve=${second.id}`, as)
  expect(confirmation.text('dialog[open] h2')).toBe(
    `Has ${second.shopper.fullName} received $50.00 another way?`,
  )
  const silent = await site.submit(confirmation, 'dialog form[method="post"]', { note: ' ' }, as)
  expect([silent.status, silent.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please say how the money was refunded.'),
  ])
  await site.submit(silent, 'dialog form[method="post"]', { note: 'By cheque 12' }, as)
  const refunds = await readRows(
    db,
    'refunds',
    ['id', 'status', 'retry_of', 'settlement_note', 'settled_by'],
    {},
  )
  expect(refunds.find(({ retry_of }) => retry_of === first.id)).toMatchObject({ status: 'pending' })
  expect(refunds.find(({ id }) => id === second.id)).toMatchObject({
    status: 'succeeded',
    settlement_note: 'By cheque 12',
    settled_by: admin.id,
  })
  expect((await site.get('/admin/money', as)).text('main')).toContain('No failed refunds')
  const twice = await site.post('/admin/money', { intent: 'retry', refund: second.id }, as)
  expect((await site.get(twice.location ?? '', as)).html).toContain(
    'This refund has already been handled.',
  )
})

test('a partly owed failed refund shows what is left and why', async () => {
  const failed = await failedRefund()
  const page = await site.get(`/admin/money?resolve=${failed.id}`, as)
  const { deposit_id: depositId } = await readRow(db, 'refunds', 'deposit_id', failed.id)
  const payment = await db
    .selectFrom('deposits')
    .select(['payment_intent', 'order_id', 'user_id'])
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow()
  await insertRows(db, 'disputes', {
    ...payment,
    id: `dp_${failed.id}`,
    amount_cents: 2000,
    status: 'lost',
    opened_at: clock.now(),
    closed_at: clock.now(),
  })
  await db.updateTable('deposits').set({ lost_cents: 2000 }).where('id', '=', depositId).execute()
  const money = await site.get('/admin/money', as)
  expect(money.text('main')).toContain(
    '$50.00 failed, and $30.00 of it is still owed. The rest was disputed, kept or refunded since.',
  )
  const form = 'dialog form[method="post"]'
  const late = await site.submit(page, form, { note: 'Check 12' }, as)
  expect((await site.get(late.location ?? '', as)).html).toContain(
    'Only $30.00 of this refund is still owed.',
  )
  const confirmation = await site.get(`/admin/money?resolve=${failed.id}`, as)
  expect(confirmation.text('dialog[open] h2')).toContain('received $30.00 another way?')
  await site.submit(confirmation, form, { note: 'Check 12' }, as)
  const log = await site.get(`/admin/audit?noun=refund&id=${failed.id}`, as)
  expect(log.text('main')).toContain('Check 12')
  expect(log.text('main')).toContain('$50.00 → $30.00')
})

test('disputes are listed with their losses', async () => {
  const shopper = await make.shopper({ full_name: 'Dis Puter' })
  await insertRows(db, 'disputes', {
    id: 'dp_1',
    user_id: shopper.id,
    payment_intent: 'pi_x',
    amount_cents: 2500,
    status: 'lost',
    loss_cents: 0,
    loss_credits: 12,
    reason: 'fraudulent',
    opened_at: clock.now(),
    closed_at: clock.now(),
  })
  const page = await site.get('/admin/money?part=disputes', as)
  expect(page.text('main li:has(h2)')).toContain('$25.00Dis PuterLost')
  expect(page.text('main li:has(h2)')).toContain('Lost 12 credits')
  expect((await site.get('/admin/money?part=open', as)).text('main')).toContain('No open dispute')
  const others = await site.get('/admin/money?part=disputes&q=somebody%20else', as)
  expect(others.text('main')).toContain('Nothing here matches “somebody else”')
  expect((await site.get('/admin/money?part=disputes&q=puter', as)).has('main li h2')).toBe(true)
  await db.updateTable('disputes').set({ loss_credits: 1 }).where('id', '=', 'dp_1').execute()
  expect((await site.get('/admin/money?part=disputes', as)).text('main li:has(h2)')).toMatch(
    /Lost 1 credit\b/,
  )
})

test('a search on the money page covers all its tabs and shows the first one with results', async () => {
  const { shopper } = await failedRefund()
  const tabs = 'nav[aria-label="Filter payments"]'
  const refund = await site.get(`/admin/money?q=${encodeURIComponent(shopper.email)}`, as)
  expect(refund.text(tabs)).toContain('Failed refunds1Open disputes')
  const dispute = await site.get('/admin/money?q=puter', as)
  expect(dispute.text('main li h2')).toContain('Dis Puter')
  expect(dispute.text(tabs)).toBe(
    'Failed refundsOpen disputesAll disputes1Unprocessed payment eventsUnexplained transactions',
  )
  const event = await site.get('/admin/money?q=evt_second', as)
  expect(event.text(`${tabs} [aria-current]`)).toBe('Unprocessed payment events1')
  const nobody = await site.get('/admin/money?q=nobody+at+all', as)
  expect(nobody.$('main a[href*="/admin/payments?q="]').getAttribute('href')).toContain(
    'nobody+at+all',
  )
})
