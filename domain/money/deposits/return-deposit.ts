import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import {
  type AlreadyRequested,
  type RefundProblem,
  recordRefundRequest,
} from './deposit-refunds.ts'

/**
 * An admin refunds someone's deposit, under the same conditions as a request of its owner; refused
 * once it is requested.
 */
export async function returnDeposit(
  db: Db,
  admin: Admin,
  personId: PersonId,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, RefundProblem | AlreadyRequested>> {
  return inTransaction(db, async (tx) => {
    const requested = await recordRefundRequest(tx, personId, now)
    if (!requested.ok) return requested
    const after = { cents: requested.value.cents }
    const line = { action: 'refund deposit', noun: 'person', nounId: personId, after }
    await recordAction(tx, admin, line, now)
    return requested
  })
}
