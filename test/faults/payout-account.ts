import type { ClosetOwner } from '#domain/shared/actors.ts'
import type { World } from './world.ts'

/** Opens an account at the provider that can receive transfers; returns its id. */
export async function openAccount(
  { provider, stripe: gateway, db, clock }: World,
  { id: userId, email }: ClosetOwner,
): Promise<string> {
  const stripe = gateway()
  const account = await stripe.createPayoutAccount({ userId, email })
  const page = 'http://localhost:3000/business/payouts'
  const url = await stripe.openOnboarding({ account, returnUrl: page, refreshUrl: page })
  await provider(
    new Request(url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: new URL(url).origin },
      body: new URLSearchParams({ name: 'Vera Verified', bankAccount: '000123456789' }),
    }),
  )
  await db
    .insertInto('payout_accounts')
    .values({
      owner_id: userId,
      stripe_account_id: account,
      state: 'ready',
      payouts_enabled: true,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    // The insert is repeated when its answer was lost.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return account
}
