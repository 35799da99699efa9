import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { swapGoodwill } from '#domain/booking/rentals/rentals.ts'
import { CASE, filedIn, sideRows } from './filed-case.ts'

export type ReturnRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** A rental and the request to return it, if there is one. Null when there is no such rental. */
export async function findRequest(read: DbOrTx, rentalId: RentalId) {
  const row = await sideRows(read)
    .leftJoin('return_requests as k', 'k.rental_id', 'r.id')
    .leftJoin('user_profiles as answerer', 'answerer.id', 'k.answered_by')
    .leftJoin('user_profiles as decider', 'decider.id', 'k.decided_by')
    .select([...CASE, 'k.asked_at as openedAt', 'k.reason', 'k.credits_back'])
    .select(['r.status', 'r.return_status', 'r.cancellation', 'r.start_date', 'r.end_date'])
    .select([
      'r.sent_back_at',
      'r.cancelled_at',
      'r.delivered_at',
      'r.delivered_by',
      'r.returned_by',
    ])
    .select(['r.total_credits as totalCredits', 'r.credits_per_day as creditsPerDay'])
    .select([
      swapGoodwill.as('swapGoodwill'),
      sql<boolean>`r.fit_returns or i.fit_returns`.as('isFitReturned'),
    ])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return null
  const parties = [row.renter_id, row.owner_id, row.answeredBy] as const
  return { ...row, kind: 'return' as const, filed: filedIn(row), parties }
}
