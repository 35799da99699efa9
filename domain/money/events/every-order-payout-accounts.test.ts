import { expect, test } from 'vitest'
import { startPayoutSetup, syncOwnAccount } from '#domain/money/payouts/payout-accounts.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { decidingNames } from '#sandbox/connect/onboarding-outcomes.ts'
import { type Flow, recordsAfterEveryOrder, type World } from '#test/event-flows.ts'
import { rowsOf } from '#test/every-order.ts'
import { make } from '#test/make/make.ts'
import { readRow } from '#test/postgres/rows.ts'
import { fillBalance, pendingTransfer } from '#test/worlds/payout-world.ts'

const links = { returnUrl: 'http://shop.test/payouts?done', refreshUrl: 'http://shop.test/payouts' }

const owners = new Map<string, ClosetOwner>()

/** A closet that was sent to Stripe's form and has not come back, and its Stripe account id. */
async function startSetup({ db, clock, payments }: World) {
  const closet = await make(db).closet()
  const opened = await startPayoutSetup(db, closet, payments.stripe, links, clock.now())
  if (!opened.ok) throw new Error(opened.problem.reason)
  const { stripe_account_id: account } = await readRow(
    db,
    'payout_accounts',
    'stripe_account_id',
    {},
  )
  owners.set(account, closet)
  return { closet, account }
}

async function fillIn({ payments }: World, account: string, name: string): Promise<void> {
  const url = await payments.stripe.openOnboarding({ ...links, account })
  await payments.sendForm(url, { name, bankAccount: '000123456789' })
}

async function leave({ payments }: World, account: string): Promise<void> {
  await payments.sendForm(await payments.stripe.openDashboard(account), {})
}

/** The first time something is missing for Stripe, the second time nothing is. */
async function onboardInTwoSteps(world: World, account: string): Promise<void> {
  await fillIn(world, account, decidingNames.missing)
  await fillIn(world, account, 'Vera Verified')
}

/** The closet comes back from Stripe. */
const returns: NonNullable<Flow['acts']>[number] = async (db, stripe, now) => {
  const known = await readRow(db, 'payout_accounts', 'stripe_account_id', {})
  const owner = owners.get(known.stripe_account_id)
  if (!owner) throw new Error('an account of nobody')
  await syncOwnAccount(db, owner, stripe, now)
}

type AccountFlow = Flow & { readonly emails: readonly string[] }

const flows: readonly AccountFlow[] = [
  {
    name: 'an account that is set up in two steps',
    before: async (world) => (await startSetup(world)).account,
    story: onboardInTwoSteps,
    acts: [returns],
    events: ['account.updated', 'account.updated'],
    end: { payout_accounts: [{ state: 'ready', payouts_enabled: true, due: [] }] },
    emails: ['mail-payout-set-up'],
  },
  {
    name: 'an account that is set up in two steps and leaves',
    before: async (world) => (await startSetup(world)).account,
    story: async (world, account) => {
      await onboardInTwoSteps(world, account)
      await leave(world, account)
    },
    acts: [returns],
    events: ['account.updated', 'account.updated', 'account.application.deauthorized'],
    end: { payout_accounts: [{ state: 'gone', payouts_enabled: false, due: [] }] },
    emails: [],
  },
  {
    name: 'an account that leaves while a transfer to it is pending',
    before: async (world) => {
      const things = { ...world, made: make(world.db) }
      await fillBalance(things)
      const { closet, account } = await startSetup(world)
      await pendingTransfer(things, closet)
      await world.payments.catchUp()
      return account
    },
    story: async (world, account) => {
      await onboardInTwoSteps(world, account)
      await leave(world, account)
    },
    acts: [returns],
    events: ['account.updated', 'account.updated', 'account.application.deauthorized'],
    end: {
      payout_accounts: [{ state: 'restricted', payouts_enabled: false }],
      transfers: [{ status: 'pending', amount_cents: 3000 }],
    },
    emails: [],
  },
]

test.for(flows)('$name has the same records after every order of its events', async (flow) => {
  const end = await recordsAfterEveryOrder(flow)
  const emails = rowsOf(end, 'job')
    .map((job) => String((job as readonly unknown[])[0]))
    .filter((task) => task === 'mail-payout-set-up')
  expect(emails).toEqual(flow.emails)
})
