import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { payAt, payDeposit } from '#test/make/pay-deposit.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { earn } from '#test/worlds/payout-world.ts'
import { sentAtOnce } from './sent-at-once.ts'

// Two people who move the same money at the same time. Invariants are checked after each test.

const site = await testSite()
const { make, db, clock } = site
const [ada, ben] = [await make.admin(), await make.admin()]

const linesOn = async (id: string) =>
  (await readRows(db, 'audit_log', ['action', 'noun', 'actor_id'], { noun_id: id }, 'id')).map(
    ({ action, actor_id }) => [action, actor_id],
  )

const templatesTo = async (who: Shopper) =>
  (await readRows(db, 'mail_outbox', ['template'], { recipient_id: who.id }, 'id')).map(
    ({ template }) => template,
  )

/** Cents of each refund at the payment provider, with those that failed. */
async function refundedAtStripe(who: Shopper): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select (r.body ->> 'amount')::int as cents from stripe_sandbox.objects r
    join checkout_orders o on o.payment_intent = r.body ->> 'payment_intent'
    where r.object = 'refund' and o.user_id = ${who.id}`.execute(db)
  return rows.map(({ cents }) => cents)
}

async function finishRefunds() {
  await site.drainJobs()
  clock.advance({ seconds: 11 })
  await site.drainJobs()
}

const refundsOf = (who: Shopper) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.status', 'r.amount_cents', 'r.retry_of'])
    .where('o.user_id', '=', who.id)
    .orderBy('r.requested_at')
    .execute()

/** A deposit whose refund the payer's bank has refused. */
async function failedRefund() {
  const shopper = await make.shopper()
  await payDeposit(site, shopper, 'refundFails')
  await site.post('/credits', { intent: 'refund-deposit' }, { as: shopper })
  await finishRefunds()
  const [refund] = await refundsOf(shopper)
  expect(refund?.status).toBe('failed')
  return { shopper, id: refund?.id ?? expect.unreachable() }
}

const HANDLED = 'This refund has already been handled.'
const RETRIED = /^The refund to .+ is being retried\.$/
const MARKED = /^The refund to .+ is marked as made\.$/

test.for([
  ['retry', 'retry', RETRIED, HANDLED],
  ['resolve', 'resolve', MARKED, HANDLED],
  ['retry', 'resolve', RETRIED, HANDLED],
  ['resolve', 'retry', MARKED, HANDLED],
] as const)('a failed refund: %s and %s at once', async ([one, other, done, refused]) => {
  const { shopper, id } = await failedRefund()
  const before = await templatesTo(shopper)
  const to = '/admin/money'
  const form = { refund: id, cents: '5000', note: 'Check 12' }
  const read = await sentAtOnce(site, [
    { as: ada, to, form: { ...form, intent: one } },
    { as: ben, to, form: { ...form, intent: other } },
  ])
  expect(read).toEqual([expect.stringMatching(done), refused])
  expect(await linesOn(id)).toEqual([[`${one} refund`, ada.id]])
  await finishRefunds()
  const isRetry = one === 'retry'
  expect(await refundedAtStripe(shopper)).toEqual(isRetry ? [5000, 5000] : [5000])
  expect((await refundsOf(shopper)).map(({ status, retry_of }) => [status, retry_of])).toEqual(
    isRetry
      ? [
          ['failed', null],
          ['failed', id],
        ]
      : [['succeeded', null]],
  )
  const mailed = (await templatesTo(shopper)).slice(before.length)
  // At its card, a refund succeeds at first.
  expect(mailed).toEqual(isRetry ? ['refund-arrived', 'refund-failed'] : ['refund-given-by-hand'])
})

async function failedTransfer() {
  const closet = await make.closet()
  await make.payoutAccount(closet, { at: clock.now() })
  await earn({ db, clock, made: make }, closet.id, 3000)
  const id = newId()
  await insertRows(db, 'transfers', {
    ...{ id, owner_id: closet.id, amount_cents: 3000, status: 'failed' },
    failure: 'insufficient_capabilities_for_transfer',
    ...{ requested_at: clock.now(), finished_at: clock.now() },
  })
  return { id, closet }
}

test('two admins retry a transfer at once', async () => {
  const { id, closet } = await failedTransfer()
  const [to, form] = ['/admin/payouts', { intent: 'retry', transfer: id }]
  expect(
    await sentAtOnce(site, [
      { as: ada, to, form },
      { as: ben, to, form },
    ]),
  ).toEqual([
    `The transfer to ${closet.fullName} is being tried again.`,
    'This transfer has already been handled.',
  ])
  expect(await linesOn(id)).toEqual([['retry transfer', ada.id]])
  const transfers = await readRows(db, 'transfers', ['amount_cents', 'status'], {
    owner_id: closet.id,
  })
  expect(transfers.map(({ status }) => status).sort()).toEqual(['failed', 'pending'])
  await site.drainJobs()
})

test('two admins accept a difference at once', async () => {
  const { id: transfer_id, closet } = await failedTransfer()
  const id = newId()
  await insertRows(db, 'transfer_differences', {
    ...{ id, kind: 'missing', transfer_id, owner_id: closet.id, our_cents: 3000 },
    ...{ made_at: clock.now(), found_at: clock.now(), difference_key: id },
  })
  const to = '/admin/payouts'
  const form = (note: string) => ({ intent: 'accept', difference: id, note })
  const read = await sentAtOnce(site, [
    { as: ada, to, form: form('Ada found it.') },
    { as: ben, to, form: form('Ben found it.') },
  ])
  expect(read).toEqual([
    `The discrepancy of ${closet.fullName} is marked as explained.`,
    'This discrepancy no longer exists.',
  ])
  expect(await linesOn(id)).toEqual([['accept difference', ada.id]])
  expect(await readRow(db, 'transfer_differences', ['accepted_by', 'note'], id)).toEqual({
    ...{ accepted_by: ada.id, note: 'Ada found it.' },
  })
})

const DEPOSIT_FORM = { intent: 'refund-deposit' }

test.for([
  'two admins',
  'an admin and its owner',
  'its owner and an admin',
] as const)('a deposit that %s return at once is returned once', async (who) => {
  const shopper = await make.shopper()
  await payDeposit(site, shopper)
  const byAdmin = (as: typeof ada) => ({
    ...{ as, to: `/admin/users/${shopper.id}`, form: { intent: 'return-deposit' } },
  })
  const own = { as: shopper, to: '/credits', form: DEPOSIT_FORM }
  const started = `The deposit of ${shopper.fullName} is being refunded.`
  const underWay = 'This deposit is already being refunded.'
  const willBe = '$50.00 will be refunded to your card.'
  const { sent, read, table, lines } = {
    'two admins': {
      ...{ sent: [byAdmin(ada), byAdmin(ben)], read: [started, underWay] },
      ...{ table: 'audit_log', lines: 1 },
    },
    'an admin and its owner': {
      ...{ sent: [byAdmin(ada), own], read: [started, willBe], table: 'audit_log', lines: 1 },
    },
    'its owner and an admin': {
      ...{ sent: [own, byAdmin(ada)], read: [willBe, underWay], table: 'refunds', lines: 0 },
    },
  }[who]
  expect(await sentAtOnce(site, sent, table)).toEqual(read)
  expect(await linesOn(shopper.id)).toEqual(lines ? [['refund deposit', ada.id]] : [])
  await finishRefunds()
  expect(await refundedAtStripe(shopper)).toEqual([5000])
  expect((await templatesTo(shopper)).filter((name) => name.includes('refund'))).toHaveLength(1)
})

test('two admins unblock a person at once', async () => {
  const shopper = await make.shopper()
  const to = `/admin/users/${shopper.id}`
  await site.post(to, { intent: 'block', reason: 'Spam.' }, { as: ada })
  const form = { intent: 'unblock' }
  expect(
    await sentAtOnce(site, [
      { as: ada, to, form },
      { as: ben, to, form },
    ]),
  ).toEqual([
    `${shopper.fullName} is unblocked and will get an email.`,
    'This has already been done.',
  ])
  expect(await linesOn(shopper.id)).toEqual([
    ['block', ada.id],
    ['unblock', ada.id],
  ])
  await site.drainJobs()
  expect(await templatesTo(shopper)).toEqual(['account-blocked', 'account-unblocked'])
})

test('two people claim one gift code at once', async () => {
  const [buyer, first, second] = [await make.shopper(), await make.shopper(), await make.shopper()]
  const gift = { product: 'gift', friend_email: 'friend@hemline.test' }
  const { location } = await site.post('/credits', gift, { as: buyer })
  await payAt(site, location ?? '', buyer, 'visa')
  const { code } = await readRow(db, 'gift_codes', 'code', { buyer_id: buyer.id })
  const claim = (as: Shopper) => ({ as, to: '/credits', form: { intent: 'claim', code } })
  const read = await sentAtOnce(site, [claim(first), claim(second)], 'credit_lots')
  expect(read).toEqual(['Success! You received 50 credits!', 'Failed to claim gift code'])
  expect(await creditsBalance(db, first.id, clock.now())).toBe(50)
  expect(await creditsBalance(db, second.id, clock.now())).toBe(0)
  expect(await readRow(db, 'gift_codes', 'claimed_by', { code })).toEqual({ claimed_by: first.id })
})
