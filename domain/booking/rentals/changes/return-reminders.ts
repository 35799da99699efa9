import { type RawBuilder, sql, type Updateable } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalEvent } from '#db/jobs.ts'
import type { Rentals } from '#db/types.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { ANSWER_HOURS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import type { Deadline } from './rental-deadlines.ts'

const BATCH_SIZE = 200
const HOUR_MS = 3_600_000

/**
 * Reminds renters of items due tomorrow, and of items due yesterday or earlier that are neither
 * returned nor marked as late; once each per rental. Returns how many.
 */
export async function remindOfReturns(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const tomorrow = addDays(at.today, 1)
  const due = await remind(
    db,
    at,
    'remind-of-return',
    sql<boolean>`${isAtStage(['out'], at.today, 'rentals')} and end_date = ${tomorrow}::date
      and return_reminded_at is null`,
    { return_reminded_at: at.now },
    max,
  )
  const overdue = await remind(
    db,
    at,
    'remind-of-overdue',
    sql<boolean>`${isAtStage(['overdue'], at.today, 'rentals')} and overdue_reminded_at is null`,
    { overdue_reminded_at: at.now },
    max,
  )
  return due + overdue
}

/**
 * Reminds closets of requests when half of the time to answer has passed, once each. Returns how
 * many.
 */
export async function remindOfRequests(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const half = new Date(at.now.getTime() + (ANSWER_HOURS / 2) * HOUR_MS)
  return await remind(
    db,
    at,
    'remind-of-request',
    sql<boolean>`${isAtStage(['requested'], at.today, 'rentals')} and answer_reminded_at is null
      and answer_by > ${at.now} and answer_by <= ${half}
      and created_at + (answer_by - created_at) / 2 <= ${at.now}`,
    { answer_reminded_at: at.now },
    max,
    'answer_by',
  )
}

/** Reminds closets at half time of other dates that they have not answered. Returns how many. */
export async function remindOfProposals(db: Db, at: Deadline, max = BATCH_SIZE): Promise<number> {
  const half = new Date(at.now.getTime() + (ANSWER_HOURS / 2) * HOUR_MS)
  return await remind(
    db,
    at,
    'remind-of-dates',
    sql<boolean>`proposal_reminded_at is null
      and proposal_answer_by > ${at.now} and proposal_answer_by <= ${half}
      and proposed_at + (proposal_answer_by - proposed_at) / 2 <= ${at.now}`,
    { proposal_reminded_at: at.now },
    max,
    'proposal_answer_by',
  )
}

/** Marks and enqueues in one database transaction, so that nobody is missed or reminded twice. */
async function remind(
  db: Db,
  at: Deadline,
  event: RentalEvent,
  which: RawBuilder<boolean>,
  mark: Updateable<Rentals>,
  max: number,
  by: 'answer_by' | 'proposal_answer_by' | 'end_date' = 'end_date',
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const rows = await tx
      .updateTable('rentals')
      .set(mark)
      .where((due) =>
        inBatch(
          'id',
          due
            .selectFrom('rentals')
            .select('id')
            .where(which)
            .orderBy(by)
            .limit(max)
            .forNoKeyUpdate()
            .skipLocked(),
        ),
      )
      .returning('id')
      .execute()
    for (const { id } of rows)
      await announce(tx, { rentalId: id, origin: at.origin }, event, 'system', at.now)
    return rows.length
  })
}
