import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/**
 * Changes the lots of a payment that are not revoked, except those a friend has claimed from a
 * gift.
 */
export function lotsOfPayment(
  tx: Tx,
  { userId, paymentIntent }: { readonly userId: PersonId; readonly paymentIntent: string },
) {
  return tx
    .updateTable('credit_lots')
    .where('user_id', '=', userId)
    .where('payment_intent', '=', paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
}
