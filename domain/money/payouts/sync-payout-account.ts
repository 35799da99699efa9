import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PayoutAccountState } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { hasPendingTransfer } from '#domain/money/payouts/transfers/pending-transfer.ts'
import type { PayoutAccountState as AccountAtStripe } from '#gateways/stripe/payout-accounts.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { stateOf } from './account-state.ts'

/**
 * Stores an account's current state at Stripe. Each read takes a number before Stripe is called, so
 * that of two overlapping reads the later one wins; repeated calls have the same result. Null for
 * an account that is not ours, or no longer its closet's.
 */
export async function syncPayoutAccount(
  db: Db,
  stripe: StripeGateway,
  stripeAccountId: string,
  now: Date,
): Promise<PayoutAccountState | null> {
  const { number } = await db
    .selectNoFrom(sql<number>`nextval('payout_account_reads')`.as('number'))
    .executeTakeFirstOrThrow()
  const account = await stripe.readPayoutAccount(stripeAccountId)
  return await inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('payout_accounts')
      .select(['owner_id', 'state', 'read_no'])
      .where('stripe_account_id', '=', stripeAccountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!known) return null
    if (known.read_no > number) return known.state
    const state = await stateWithTransfers(tx, known.owner_id, account)
    await tx
      .updateTable('payout_accounts')
      .set({
        state,
        payouts_enabled: account?.payoutsEnabled ?? false,
        due: account ? [...account.due] : [],
        read_no: number,
        updated_at: now,
      })
      .where('owner_id', '=', known.owner_id)
      .execute()
    if (state === 'ready' && known.state !== 'ready')
      await enqueue(tx, 'mail-payout-set-up', { stripeAccountId })
    return state
  })
}

/**
 * An account is gone only once no transfer to it is pending. Until that transfer has failed, it
 * counts as restricted; a later read finds it gone.
 */
async function stateWithTransfers(
  tx: Tx,
  ownerId: PersonId,
  account: AccountAtStripe | null,
): Promise<PayoutAccountState> {
  const state = stateOf(account)
  if (state !== 'gone') return state
  return (await hasPendingTransfer(tx, ownerId)) ? 'restricted' : 'gone'
}

const BATCH_SIZE = 100
const HOUR_MS = 3_600_000

/**
 * The accounts at Stripe that were last read a day ago, or an hour ago while Stripe checks them, so
 * that lost events are recovered. Least recently read first.
 */
export async function payoutAccountsToRead(db: Db, now: Date, max = BATCH_SIZE): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_accounts')
    .select('stripe_account_id')
    .where('state', '<>', sql.lit('gone' as const))
    .where((where) =>
      where.or([
        where('updated_at', '<=', new Date(now.getTime() - 24 * HOUR_MS)),
        where('updated_at', '<=', new Date(now.getTime() - HOUR_MS)).and(
          where('state', '=', sql.lit('in_review' as const)),
        ),
        // The clock was set back since.
        where('updated_at', '>', now),
      ]),
    )
    .orderBy('updated_at')
    .limit(max)
    .execute()
  return rows.map((row) => row.stripe_account_id)
}
