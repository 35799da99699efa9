import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { recordTransfer } from './record-transfer.ts'

/** Updates a transfer to its current state at Stripe. Ignores transfers that are not ours. */
export async function syncTransfer(
  db: Db,
  stripe: StripeGateway,
  stripeTransferId: string,
  now: Date,
): Promise<void> {
  const state = await stripe.readTransfer(stripeTransferId)
  const ours = await db
    .selectFrom('transfers')
    .select('id')
    .where((where) =>
      where.or([
        where('stripe_transfer_id', '=', state.id),
        // Stripe made it, and we crashed before recording that.
        where('id', '=', parseId<TransferId>(state.transferId)),
      ]),
    )
    .executeTakeFirst()
  if (ours) await recordTransfer(db, ours.id, state, now)
}

/**
 * Records the result of a bank payout. A payout can fail after it was paid, but not the reverse.
 * The owner gets an email when it fails.
 */
export async function syncBankPayout(
  db: Db,
  stripe: StripeGateway,
  payout: { readonly account: string; readonly id: string },
  now: Date,
): Promise<void> {
  const owner = await db
    .selectFrom('payout_accounts as a')
    .select('a.owner_id as id')
    .where('a.stripe_account_id', '=', payout.account)
    .executeTakeFirst()
  const state = owner && (await stripe.readPayout(payout.account, payout.id))
  if (!state || state.status === 'under_way') return
  const { status, failure, amountCents } = state
  await inTransaction(db, async (tx) => {
    const changed = await tx
      .insertInto('bank_payouts')
      .values({
        stripe_payout_id: payout.id,
        owner_id: owner.id,
        amount_cents: amountCents,
        status,
        failure,
        reported_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('stripe_payout_id')
          .doUpdateSet({ status, failure, reported_at: now })
          .where('bank_payouts.status', '=', sql.lit('paid' as const))
          .where(sql<boolean>`${status} = 'failed'`),
      )
      .returning('stripe_payout_id')
      .executeTakeFirst()
    if (changed && status === 'failed')
      await enqueue(tx, 'mail-payout', { of: 'bank-payout', id: payout.id })
  })
}
