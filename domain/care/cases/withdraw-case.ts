import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { actionsOf, CASES, type CaseKind } from './case-kinds.ts'
import { recordCase } from './cases.ts'
import { ifDecided, type WithdrawCaseProblem } from './check-case.ts'
import { endAppeal } from './end-appeal.ts'
import { endRequest } from './end-request.ts'
import { lockCase } from './lock-case.ts'

/**
 * The renter withdraws a case before it is decided, and cannot open it again: what was withheld
 * becomes final, or the rental continues. Withdrawing again changes nothing.
 */
export async function withdrawCase(
  db: Db,
  shopper: Shopper,
  kind: CaseKind,
  rentalId: RentalId,
  now: Date,
): Promise<Outcome<null, WithdrawCaseProblem>> {
  return await inTransaction(db, async (tx) => {
    const found = await lockCase(tx, kind, rentalId)
    if (!found?.filed || found.renter_id !== shopper.id)
      return refused({ reason: 'case-not-found' })
    const { status } = found.filed
    if (status === 'withdrawn') return done(null)
    const late = ifDecided(found)
    if (late) return late
    const end = { status: 'withdrawn', decidedBy: null } as const
    if (found.kind === 'return') await endRequest(tx, found, end, now)
    else {
      const ended = await endAppeal(tx, found, { ...end, returnedCents: 0, reasons: null }, now)
      if (!ended.ok) throw new Error('withdrawing returns nothing')
    }
    const action = found.kind === 'appeal' ? 'withdraw-appeal' : actionsOf(found).withdraw
    await recordCase(tx, shopper, action, rentalId, { withdrawn: status }, now)
    await enqueue(tx, CASES[kind].job, { rentalId, event: 'withdrawn' })
    return done(null)
  })
}
