import { expect, test } from 'vitest'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { newId } from '#domain/shared/ids.ts'
import { decidingNames } from '#sandbox/connect/onboarding-outcomes.ts'
import { payoutSetup, setupLinks } from '#test/make/payout-setup.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { payoutWorld } from '#test/worlds/payout-world.ts'
import { mailPayoutSetUp } from './mail-payout-set-up.ts'
import { openPayoutDashboard, startPayoutSetup, syncOwnAccount } from './payout-accounts.ts'
import { payoutAccountsToRead, syncPayoutAccount } from './sync-payout-account.ts'

const world = await payoutWorld()
const { db, clock, payments, made } = world
const { stripe } = payments
const { setUpAddress, onboard, accountOf, leave } = payoutSetup(world)

test.each([
  ['Vera Verified', { state: 'ready', payouts_enabled: true, due: [] }],
  [
    decidingNames.missing,
    { state: 'incomplete', due: ['individual.verification.document'], payouts_enabled: false },
  ],
  [decidingNames.refused, { state: 'restricted', payouts_enabled: false, due: [] }],
])('the events of the account of %s update its state', async (name, expected) => {
  const closet = await made.closet()
  await onboard(closet, name)
  expect(await accountOf(closet)).toMatchObject({ state: 'incomplete' })
  await payments.catchUp()
  expect(await accountOf(closet)).toMatchObject(expected)
})

test('returning from Stripe reads the account, without waiting for its event', async () => {
  const closet = await made.closet()
  await syncOwnAccount(db, closet, stripe, clock.now())
  await onboard(closet)
  await syncOwnAccount(db, closet, stripe, clock.now())
  expect(await accountOf(closet)).toMatchObject({ state: 'ready' })
})

test('a lost event is recovered within a day', async () => {
  const closet = await made.closet()
  await onboard(closet)
  await payments.takeEvents()
  clock.advance({ hours: 1 })
  await reconcile(db, stripe, clock.now())
  expect(await accountOf(closet)).toMatchObject({ state: 'incomplete' })
  clock.advance({ hours: 23 })
  await reconcile(db, stripe, clock.now())
  expect(await accountOf(closet)).toMatchObject({ state: 'ready' })
})

test('repeating the setup uses the same account, even from two tabs and after a lost response', async () => {
  const closet = await made.closet()
  // The response is lost, so nothing is stored.
  const lost = await stripe.createPayoutAccount({
    userId: closet.id,
    email: closet.email,
    replaces: null,
  })
  await Promise.all([setUpAddress(closet), setUpAddress(closet)])
  const { stripe_account_id: account } = await accountOf(closet)
  expect(account).toBe(lost)
  await onboard(closet)
  await setUpAddress(closet)
  expect(await accountOf(closet)).toMatchObject({ stripe_account_id: account })
})

test('a disconnected account is gone, and setting up again creates another', async () => {
  const closet = await made.closet()
  await onboard(closet)
  await payments.catchUp()
  const { stripe_account_id: former } = await accountOf(closet)
  await leave(closet)
  await payments.catchUp()
  expect(await accountOf(closet)).toMatchObject({ state: 'gone', payouts_enabled: false })
  expect(await openPayoutDashboard(db, closet, stripe, clock.now())).toMatchObject({ ok: false })

  await onboard(closet)
  await payments.catchUp()
  const now = await accountOf(closet)
  expect(now.state).toBe('ready')
  expect(now.stripe_account_id).not.toBe(former)
  // Later events about the former account change nothing.
  expect(await syncPayoutAccount(db, stripe, former, clock.now())).toBeNull()
  expect(await accountOf(closet)).toEqual(now)
})

test('setting up works for a closet whose account was disconnected without an event', async () => {
  const closet = await made.closet()
  await onboard(closet)
  await payments.catchUp()
  const { stripe_account_id: former } = await accountOf(closet)
  await leave(closet)
  await payments.takeEvents()
  await onboard(closet)
  await payments.catchUp()
  expect(await accountOf(closet)).toMatchObject({ state: 'ready' })
  expect((await accountOf(closet)).stripe_account_id).not.toBe(former)
})

test('an account counts as restricted until its pending transfer has ended, then it is gone', async () => {
  const closet = await made.closet()
  const admin = await made.admin()
  await onboard(closet)
  await payments.catchUp()
  const transferId = newId()
  const at = clock.now()
  const sent = { owner_id: closet.id, amount_cents: 2500, requested_at: at }
  await insertRows(db, 'transfers', { ...sent, id: transferId })
  const correction = { kind: 'correction', note: 'Thanks', made_by: admin.id } as const
  await insertRows(db, 'earnings', {
    ...correction,
    id: newId(),
    owner_id: closet.id,
    amount_cents: 2500,
    source_key: newId(),
    earned_at: at,
    payable_at: at,
    transfer_id: transferId,
  })
  await leave(closet)
  await payments.catchUp()
  expect(await accountOf(closet)).toMatchObject({ state: 'restricted' })
  expect(await startPayoutSetup(db, closet, stripe, setupLinks, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'transfer-under-way' },
  })
  await updateRows(db, 'earnings', { owner_id: closet.id }, { transfer_id: null })
  await updateRows(db, 'transfers', transferId, {
    status: 'failed',
    failure: 'account_invalid',
    finished_at: at,
  })
  clock.advance({ days: 1 })
  await reconcile(db, stripe, clock.now())
  expect(await accountOf(closet)).toMatchObject({ state: 'gone' })
})

test('of two overlapping reads, the later one wins', async () => {
  const closet = await made.closet()
  await setUpAddress(closet)
  const { stripe_account_id: account } = await accountOf(closet)
  const requested = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const before = await stripe.readPayoutAccount(account)
  const slow = {
    ...stripe,
    readPayoutAccount: async () => {
      requested.resolve()
      await answered.promise
      return before
    },
  }
  const first = syncPayoutAccount(db, slow, account, clock.now())
  await requested.promise
  await onboard(closet)
  await syncOwnAccount(db, closet, stripe, clock.now())
  answered.resolve()
  expect(await first).toBe('ready')
  expect(await accountOf(closet)).toMatchObject({ state: 'ready' })
})

test('one email is sent when an account is ready', async () => {
  const closet = await made.closet()
  await onboard(closet)
  await payments.catchUp()
  await payments.catchUp()
  const { stripe_account_id: stripeAccountId } = await accountOf(closet)
  const place = { origin: 'https://shop.example', stripe }
  const unconnected = { ...place, stripe: { hasConnect: false } }
  await mailPayoutSetUp(db, { stripeAccountId }, unconnected, clock.now())
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  for (let time = 0; time < 2; time += 1)
    await mailPayoutSetUp(db, { stripeAccountId }, place, clock.now())
  const mails = await readRows(db, 'mail_outbox', ['template', 'text_body'], {
    recipient_id: closet.id,
  })
  expect(mails).toMatchObject([{ template: 'payout-set-up' }])
  expect(mails[0]?.text_body).toContain('https://shop.example/business/payouts')
})

test('without Connect nothing is requested from Stripe', async () => {
  const closet = await made.closet()
  const unconnected = { ...stripe, hasConnect: false }
  expect(await startPayoutSetup(db, closet, unconnected, setupLinks, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'payouts-not-available' },
  })
})

test('accounts are refreshed after a day, those in review after an hour, least recently read first', async () => {
  const { db, made } = await testDatabase()
  const now = clock.now()
  const HOUR_MS = 3_600_000
  const account = async (state: 'ready' | 'in_review' | 'gone', ageMs: number) =>
    made.payoutAccount(await made.closet(), { state, at: new Date(now.getTime() - ageMs) })
  const checked = await account('in_review', HOUR_MS)
  await account('in_review', HOUR_MS - 1)
  const day = await account('ready', 24 * HOUR_MS)
  await account('ready', 24 * HOUR_MS - 1)
  await account('gone', 99 * HOUR_MS)
  const longest = await account('ready', 25 * HOUR_MS)
  expect(await payoutAccountsToRead(db, now)).toEqual([longest, day, checked])
  expect(await payoutAccountsToRead(db, now, 2)).toEqual([longest, day])
  // Read before the clock was set back.
  const ahead = await account('ready', -26 * HOUR_MS)
  expect(await payoutAccountsToRead(db, now)).toEqual([longest, day, checked, ahead])
})
