import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { AdminEvent } from '#db/jobs.ts'
import { decisionDue } from '#domain/care/cases/case-times.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { asId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { appealAnswered, appealToAnswer, returnContested, returnToAnswer } from './case-emails.ts'

type CaseEvent = Extract<AdminEvent, `appeal-${string}` | `return-${string}`>
type Place = { readonly origin: string; readonly timeZone: string }
type Write = (db: DbOrTx, id: string, place: Place) => Promise<Email | null>

/** The emails about cases; none when it is no longer the admins' turn. */
export const CASE_EMAILS: Readonly<Record<CaseEvent, Write>> = {
  'appeal-to-answer': async (db, id, { origin, timeZone }) => {
    const row = await findAppeal(db, withoutDay(id))
    if (row?.status !== 'open') return null
    return appealToAnswer({ ...row, due: showInstant(row.answerDueAt, timeZone), origin })
  },
  'return-to-answer': async (db, id, { origin, timeZone }) => {
    const row = await findRequest(db, withoutDay(id))
    if (row?.status !== 'open') return null
    return returnToAnswer({ ...row, due: showInstant(row.answerDueAt, timeZone), origin })
  },
  'appeal-answered': async (db, id, { origin, timeZone }) => {
    const row = await findAppeal(db, id)
    if (row?.status !== 'answered' || !row.answeredAt) return null
    return appealAnswered({
      ...row,
      due: showInstant(decisionDue(row.answeredAt), timeZone),
      origin,
    })
  },
  'return-contested': async (db, id, { origin, timeZone }) => {
    const row = await findRequest(db, id)
    if (row?.status !== 'contested' || !row.answeredAt) return null
    return returnContested({
      ...row,
      due: showInstant(decisionDue(row.answeredAt), timeZone),
      origin,
    })
  },
}

/** The ids of reminders end with the day. */
const withoutDay = (id: string) => id.replace(/\.[\d-]+$/, '')

async function findAppeal(db: DbOrTx, id: string) {
  return await db
    .selectFrom('deposit_appeals as a')
    .innerJoin('deposit_claims as c', 'c.rental_id', 'a.rental_id')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['a.rental_id as rentalId', 'a.status', 'a.words', 'a.answer_due_at as answerDueAt'])
    .select(['a.answered_at as answeredAt', 'c.kept_cents as withheldCents', 'i.title'])
    .select(['renter.full_name as renterName', 'owner.full_name as ownerName'])
    .where('a.rental_id', '=', asId<RentalId>(id))
    .executeTakeFirst()
}

async function findRequest(db: DbOrTx, id: string) {
  return await db
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['q.rental_id as rentalId', 'q.status', 'q.words', 'q.answer_due_at as answerDueAt'])
    .select(['q.answered_at as answeredAt', 'i.title'])
    .select(['renter.full_name as renterName', 'owner.full_name as ownerName'])
    .where('q.rental_id', '=', asId<RentalId>(id))
    .executeTakeFirst()
}
