import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { markedRentals } from '#domain/booking/rentals/rentals.ts'
import { notesAbout } from '#domain/care/notes/notes.ts'
import { titleIn } from '#domain/care/reports/report-words.ts'
import { paymentMethodInWords } from '#domain/money/checkout/payment-method-words.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { MAX_HISTORY } from './history-limits.ts'
import { linkedAccounts } from './linked-accounts.ts'

/** What an admin has to know about a person before deciding something (spec 12.6). */
export type PersonHistory = Awaited<ReturnType<typeof personHistory>>

/** Notes, and of everything else the newest ten. */
export async function personHistory(db: Db, admin: Admin, id: PersonId) {
  const [notes, reports, ratings, marks, withheld, failed, linked] = await Promise.all([
    notesAbout(db, admin, id),
    reportsOf(db, id),
    ratingsOf(db, id),
    markedRentals(db, id, MAX_HISTORY),
    withheldByCloset(db, id),
    failedPaymentsOf(db, id),
    linkedAccounts(db, id),
  ])
  return { notes, reports, ratings, marks, withheld, failed, linked }
}

/** Reports about the person or what is theirs, and those that they wrote. */
async function reportsOf(db: DbOrTx, id: PersonId) {
  const newest = (side: 'reported_id' | 'reporter_id') =>
    db
      .selectFrom('reports')
      .select(['id', 'noun', 'shown', 'reason', 'at', 'outcome', 'reporter_id', 'reported_id'])
      .where(side, '=', id)
      .orderBy('at', 'desc')
      .limit(MAX_HISTORY)
      .as('one')
  const columns = ['id', 'noun', 'shown', 'reason', 'at', 'outcome', 'reporter_id'] as const
  const both = db
    .selectFrom(newest('reported_id'))
    .select([...columns, 'reported_id'])
    .unionAll(db.selectFrom(newest('reporter_id')).select([...columns, 'reported_id']))
  const rows = await db
    .selectFrom(both.as('r'))
    .innerJoin('user_profiles as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('user_profiles as reported', 'reported.id', 'r.reported_id')
    .select(['r.id', 'r.noun', 'r.shown', 'r.reason', 'r.at', 'r.outcome', 'r.reporter_id'])
    .select(['reporter.full_name as reporterName', 'reported.full_name as reportedName'])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(({ shown, reporter_id, ...report }) => ({
    ...report,
    title: titleIn(shown),
    isOwn: reporter_id === id,
  }))
}

/** Published reviews about the person and by them; before that only their writer may read one. */
async function ratingsOf(db: DbOrTx, id: PersonId) {
  const columns = ['id', 'rental_id', 'about_id', 'writer_id', 'stars', 'words'] as const
  const newest = (side: 'about_id' | 'writer_id') =>
    db
      .selectFrom('ratings')
      .select([...columns, 'published_at', 'hidden_at'])
      .where(side, '=', id)
      .where('published_at', 'is not', null)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_HISTORY)
      .as('one')
  const both = db
    .selectFrom(newest('about_id'))
    .select([...columns, 'published_at', 'hidden_at'])
    .unionAll(db.selectFrom(newest('writer_id')).select([...columns, 'published_at', 'hidden_at']))
  return await db
    .selectFrom(both.as('x'))
    .innerJoin('user_profiles as about', 'about.id', 'x.about_id')
    .innerJoin('user_profiles as writer', 'writer.id', 'x.writer_id')
    .select(['x.id', 'x.rental_id as rentalId', 'x.stars', 'x.words', 'x.hidden_at as hiddenAt'])
    .select(['about.full_name as aboutName', 'writer.full_name as writerName'])
    .select([
      sql<Date>`x.published_at`.as('publishedAt'),
      sql<boolean>`x.writer_id = ${id}`.as('isOwn'),
    ])
    .orderBy('x.published_at', 'desc')
    .orderBy('x.id', 'desc')
    .execute()
}

/** What a closet has kept of its renters' deposits. */
async function withheldByCloset(db: DbOrTx, id: PersonId) {
  return await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .select(['r.id', 'i.title', 'renter.full_name as renterName'])
    .select(['r.deposit_kept_amount as cents', sql<Date>`r.condition_reviewed_at`.as('at')])
    .where('r.owner_id', '=', id)
    .where('r.deposit_kept_amount', '>', sql.lit(0))
    .orderBy('r.condition_reviewed_at', 'desc')
    .limit(MAX_HISTORY)
    .execute()
}

async function failedPaymentsOf(db: DbOrTx, id: PersonId) {
  const rows = await db
    .selectFrom('failed_payments')
    .select(['id', 'amount_cents as cents', 'method', 'card_last4', 'reason'])
    .select('failed_at as failedAt')
    .where('user_id', '=', id)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_HISTORY)
    .execute()
  return rows.map(({ method, card_last4, ...failed }) => ({
    ...failed,
    paymentMethod: paymentMethodInWords(method, card_last4),
  }))
}
