import { openPayoutDashboard, startPayoutSetup } from '#domain/money/payouts/payout-accounts.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { readRow } from '#test/postgres/rows.ts'
import type { PayoutWorld } from '#test/worlds/payout-world.ts'

export const setupLinks = {
  returnUrl: 'http://shop.test/payouts?done',
  refreshUrl: 'http://shop.test/payouts',
}

/** What closets do to set up payouts, and to leave again. */
export function payoutSetup({ db, clock, payments }: Omit<PayoutWorld, 'database' | 'made'>) {
  const { stripe, sendForm } = payments

  /** The address of Stripe's form. */
  async function setUpAddress(closet: ClosetOwner): Promise<string> {
    const opened = await startPayoutSetup(db, closet, stripe, setupLinks, clock.now())
    if (!opened.ok) throw new Error(opened.problem.reason)
    return opened.value.url
  }

  return {
    setUpAddress,

    /** Fills in Stripe's form; the events are not delivered. */
    onboard: async (closet: ClosetOwner, name = 'Vera Verified'): Promise<void> => {
      await sendForm(await setUpAddress(closet), { name, bankAccount: '000123456789' })
    },

    accountOf: (closet: ClosetOwner) =>
      readRow(db, 'payout_accounts', ['state', 'payouts_enabled', 'due', 'stripe_account_id'], {
        owner_id: closet.id,
      }),

    /** Disconnects the account in its dashboard. */
    leave: async (closet: ClosetOwner): Promise<void> => {
      const opened = await openPayoutDashboard(db, closet, stripe, clock.now())
      if (!opened.ok) throw new Error(opened.problem.reason)
      await sendForm(opened.value.url, {})
    },
  }
}
