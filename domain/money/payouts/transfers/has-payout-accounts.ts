import type { DbOrTx } from '#db/connection.ts'

/** Whether any closet has an account at Stripe, ready or not. */
export async function hasPayoutAccounts(db: DbOrTx): Promise<boolean> {
  const account = await db
    .selectFrom('payout_accounts')
    .select('owner_id')
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}
