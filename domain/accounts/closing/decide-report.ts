import type { Db } from '#db/connection.ts'
import type { ItemId, MessageId, RatingId } from '#db/ids.ts'
import { blockCustomer } from '#domain/accounts/people/people.ts'
import { removeReported } from '#domain/care/messages/messages.ts'
import { hideReported } from '#domain/care/ratings/ratings.ts'
import {
  type CarryOut,
  type DecideReportProblem,
  decideReportWith,
  type ReportDecision,
} from '#domain/care/reports/reports.ts'
import { takeDownReported } from '#domain/catalogue/items/items.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { asId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { changeType } from './change-account-type.ts'

/** An admin decides a report, and the decision carries out its outcome; see `decideReportWith`. */
export async function decideReport(
  db: Db,
  admin: Admin,
  decision: ReportDecision,
  now: Date,
): Promise<Outcome<{ readonly decided: number }, DecideReportProblem>> {
  return await decideReportWith(db, admin, decision, carryOut, now)
}

const carryOut: CarryOut = async (tx, admin, act, now) => {
  const { noun, nounId, outcome, reasons: reason } = act
  if (outcome === 'blocked') return await block(tx, admin, act, now)
  switch (noun) {
    case 'item':
      await takeDownReported(tx, admin, { itemId: asId<ItemId>(nounId), reason }, now)
      return done({
        details: [
          'Existing rentals continue. You can change the photo, title or description. We will then review it again.',
        ],
      })
    case 'message':
      await removeReported(tx, admin, { messageId: asId<MessageId>(nounId), reason }, now)
      return done({ details: [] })
    case 'review': {
      const hidden = await hideReported(
        tx,
        admin,
        { ratingId: asId<RatingId>(nounId), reason },
        now,
      )
      return hidden.ok ? done({ details: [] }) : hidden
    }
    case 'person':
      return refused({ reason: 'not-removable' })
  }
}

/** A closet loses its closet, a customer the account; an admin is demoted first. */
const block: CarryOut = async (tx, admin, { reportedId: personId, reasons: reason }, now) => {
  const customer = await blockCustomer(tx, admin, { personId, reason }, now)
  if (customer.ok)
    return done({
      details: customer.value.stopsPlan
        ? ['Your plan will not renew, and you will not be charged for it again.']
        : [],
    })
  const closet = await changeType(tx, admin, { personId, from: 'business', to: 'regular' }, now)
  return closet.ok
    ? done({
        details: ['We will complete the rentals that are still open. You can rent as before.'],
      })
    : refused({ reason: 'is-admin' })
}
