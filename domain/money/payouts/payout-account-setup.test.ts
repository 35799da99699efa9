import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { decidingNames } from '#sandbox/connect/onboarding-outcomes.ts'
import { payoutSetup, setupLinks } from '#test/make/payout-setup.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRows } from '#test/postgres/rows.ts'
import { payoutWorld } from '#test/worlds/payout-world.ts'
import { openPayoutDashboard, startPayoutSetup } from './payout-accounts.ts'
import { syncPayoutAccount } from './sync-payout-account.ts'

const world = await payoutWorld()
const { db, clock, payments, made } = world
const { stripe } = payments
const { setUpAddress, onboard, accountOf, leave } = payoutSetup(world)

const linesOf = (closet: ClosetOwner) =>
  readRows(db, 'audit_log', ['action', 'noun', 'actor_id'], { noun_id: closet.id })

/** How many accounts Stripe has for a closet. */
async function atStripe({ id }: ClosetOwner): Promise<number> {
  const { rows } = await sql`select from stripe_sandbox.objects
    where object = 'account' and body->'metadata'->>'user_id' = ${id}`.execute(db)
  return rows.length
}

test('the audit log records the setup of payouts once, even from two tabs', async () => {
  const closet = await made.closet()
  await Promise.all([setUpAddress(closet), setUpAddress(closet)])
  await setUpAddress(closet)
  expect(await linesOf(closet)).toEqual([
    { action: 'set up payouts', noun: 'payout account', actor_id: closet.id },
  ])
})

test('repeating the setup creates no other account at Stripe, however late', async () => {
  const closet = await made.closet()
  await setUpAddress(closet)
  clock.advance({ days: 2 })
  await setUpAddress(closet)
  expect(await atStripe(closet)).toBe(1)
})

test('a tab that Stripe answers days later uses the account of the other tab', async () => {
  const closet = await made.closet()
  const slow: typeof stripe = {
    ...stripe,
    createPayoutAccount: async (person) => {
      await setUpAddress(closet)
      clock.advance({ days: 2 })
      return await stripe.createPayoutAccount(person)
    },
  }
  const opened = await startPayoutSetup(db, closet, slow, setupLinks, clock.now())
  expect(await atStripe(closet)).toBe(2)
  const { stripe_account_id } = await accountOf(closet)
  expect(opened).toMatchObject({
    value: { url: expect.stringContaining(`/${stripe_account_id}/`) },
  })
  expect(await linesOf(closet)).toHaveLength(1)
})

test('an account that replaces a disconnected one starts as incomplete', async () => {
  const closet = await made.closet()
  await onboard(closet)
  await payments.catchUp()
  await leave(closet)
  await payments.catchUp()
  await setUpAddress(closet)
  expect(await accountOf(closet)).toMatchObject({
    ...{ state: 'incomplete', payouts_enabled: false, due: [] },
  })
})

test('reading one account changes no other, and queues one email once it is ready', async () => {
  const [closet, other] = [await made.closet(), await made.closet()]
  await setUpAddress(closet)
  await setUpAddress(other)
  const { stripe_account_id: stripeAccountId } = await accountOf(closet)
  const sync = () => syncPayoutAccount(db, stripe, stripeAccountId, clock.now())
  const jobs = async () =>
    (await queuedJobs(world.database.pool, 'mail-payout-set-up')).filter(
      (job) => job.stripeAccountId === stripeAccountId,
    )
  expect(await sync()).toBe('incomplete')
  expect(await jobs()).toEqual([])
  await onboard(closet)
  for (let time = 0; time < 2; time += 1) expect(await sync()).toBe('ready')
  expect(await jobs()).toEqual([{ stripeAccountId }])
  expect(await accountOf(other)).toMatchObject({ state: 'incomplete', payouts_enabled: false })
})

test('any other refusal by Stripe is thrown, since it does not mean that the account is disconnected', async () => {
  const closet = await made.closet()
  await onboard(closet, decidingNames.refused)
  await payments.catchUp()
  const links = { ...setupLinks, returnUrl: 'no address' }
  const opened = startPayoutSetup(db, closet, stripe, links, clock.now())
  await expect(opened).rejects.toBeInstanceOf(StripeRefused)
})

test('there is no dashboard before an account is set up, nor once it is disconnected', async () => {
  const closet = await made.closet()
  const open = () => openPayoutDashboard(db, closet, stripe, clock.now())
  const none = { ok: false, problem: { reason: 'no-dashboard' } }
  expect(await open()).toEqual(none)
  await setUpAddress(closet)
  expect(await open()).toEqual(none)
  await onboard(closet)
  expect(await open()).toMatchObject({ ok: true })
  await leave(closet)
  // The event about it has not arrived.
  expect(await open()).toEqual(none)
  expect(await accountOf(closet)).toMatchObject({ state: 'gone' })
  expect(await open()).toEqual(none)
})

test('the dashboard is unavailable while Stripe is', async () => {
  const closet = await made.closet()
  await setUpAddress(closet)
  const away: typeof stripe = {
    ...stripe,
    openDashboard: async () => {
      throw new StripeUnavailable('Stripe does not answer')
    },
  }
  const opened = openPayoutDashboard(db, closet, away, clock.now())
  await expect(opened).rejects.toBeInstanceOf(StripeUnavailable)
})
