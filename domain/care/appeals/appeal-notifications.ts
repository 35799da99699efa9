import { type Db, inTransaction } from '#db/connection.ts'
import { enqueue, type Jobs } from '#db/jobs.ts'
import { queueMail } from '#domain/outbound/mail/outbox.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { ASKS_OWNER, appealEmail } from './appeal-emails.ts'

/**
 * A job for each turn of an appeal: sends one email to each side, however often the job runs. After
 * the answer, no reminder is sent.
 */
export async function notifyAboutAppeal(
  db: Db,
  { rentalId, event, day }: Jobs['tell-about-appeal'],
  { origin, timeZone }: { readonly origin: string; readonly timeZone: string },
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('deposit_appeals as a')
    .innerJoin('deposit_claims as c', 'c.rental_id', 'a.rental_id')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['a.status', 'a.words', 'a.answer', 'a.reasons', 'a.answer_due_at'])
    .select(['a.returned_cents', 'c.kept_cents', 'i.title'])
    .select(['c.decided_by as withheld_by', 'a.answered_by'])
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'renter.deleted_at as renter_left'])
    .select(['owner.id as owner_id', 'owner.full_name as owner_name'])
    .select(['owner.email as owner_email', 'owner.deleted_at as owner_left'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .where('a.rental_id', '=', rentalId)
    .executeTakeFirst()
  if (!row || (event === 'remind' && row.status !== 'open')) return
  const details = {
    rentalId,
    title: row.title,
    renterName: row.renter_name,
    ownerName: row.owner_name,
    withheldCents: row.kept_cents,
    returnedCents: row.returned_cents,
    status: row.status,
    words: row.words,
    answer: row.answer,
    reasons: row.reasons,
    answerDue: showInstant(row.answer_due_at, timeZone),
    withheldByHemline: row.withheld_by !== null && row.withheld_by !== row.owner_id,
    answeredByHemline: row.answered_by !== null && row.answered_by !== row.owner_id,
    ownerPage: ownerPageOf(row, rentalId),
    origin,
  }
  // A blocked closet cannot answer, so admins do.
  const isForAdmins = details.ownerPage === null && ASKS_OWNER.has(event)
  const sides = [
    { side: 'renter', to: row.renter_email, recipientId: row.renter_id, left: row.renter_left },
    { side: 'owner', to: row.owner_email, recipientId: row.owner_id, left: row.owner_left },
  ] as const
  await inTransaction(db, async (tx) => {
    for (const { side, to, recipientId, left } of sides) {
      if (side === 'owner' && isForAdmins) continue
      const message = left ? null : appealEmail(event, side, details)
      const messageKey = ['appeal', rentalId, event, day, side].filter(Boolean).join('-')
      if (message) await queueMail(tx, { ...message, to, recipientId, messageKey }, now)
    }
    const id = day ? `${rentalId}.${day}` : rentalId
    if (isForAdmins) await enqueue(tx, 'tell-admins', { event: 'appeal-to-answer', id })
  })
}
