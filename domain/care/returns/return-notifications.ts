import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue, type Jobs } from '#db/jobs.ts'
import { swapGoodwill } from '#domain/booking/rentals/rentals.ts'
import { queueMail } from '#domain/outbound/mail/outbox.ts'
import { counted } from '#domain/shared/figures.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { ASKS_OWNER, returnEmail } from './return-emails.ts'
import { creditsBack, creditsForRenter } from './return-limits.ts'

/**
 * The job behind each event of a return request: one email to each side, however often it runs. A
 * reminder is not sent once the request is answered.
 */
export async function notifyAboutReturn(
  db: Db,
  { rentalId, event, day }: Jobs['tell-about-return-request'],
  { origin, timeZone }: { readonly origin: string; readonly timeZone: string },
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['q.reason', 'q.status', 'q.words', 'q.answer', 'q.reasons', 'q.answer_due_at'])
    .select(['q.answered_by', 'q.credits_back', 'i.title', 'r.return_status'])
    .select('r.returned_by')
    .select(['r.total_credits', 'r.credits_per_day', swapGoodwill.as('swap_goodwill')])
    .select([returned('all').as('arrived'), returned('on hold').as('on_hold')])
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'renter.deleted_at as renter_left'])
    .select(['owner.id as owner_id', 'owner.full_name as owner_name'])
    .select(['owner.email as owner_email', 'owner.deleted_at as owner_left'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .where('q.rental_id', '=', rentalId)
    .executeTakeFirst()
  if (!row || (event === 'remind' && row.status !== 'open')) return
  const { reason, status } = row
  const rental = {
    totalCredits: row.total_credits,
    creditsPerDay: row.credits_per_day,
    swapGoodwill: row.swap_goodwill,
  }
  const credits = creditsBack(reason, rental)
  const isRestored = status === 'accepted' && row.return_status === 'returned'
  const details = {
    rentalId,
    title: row.title,
    renterName: row.renter_name,
    ownerName: row.owner_name,
    reason,
    status,
    words: row.words,
    answer: row.answer,
    reasons: row.reasons,
    answerDue: showInstant(row.answer_due_at, timeZone),
    credits: inCredits(credits),
    renterCredits: inCredits(creditsForRenter(credits, rental)),
    isRestored,
    arrived: isRestored ? arrivedIn(row, creditsForRenter(row.credits_back, rental)) : '',
    answeredBy: row.answered_by && partyOf(row.answered_by, row.owner_id),
    returnedByHemline: row.returned_by !== null && row.returned_by !== row.owner_id,
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
      const message = left ? null : returnEmail(event, side, details)
      const messageKey = ['return-request', rentalId, event, day, side].filter(Boolean).join('-')
      if (message) await queueMail(tx, { ...message, to, recipientId, messageKey }, now)
    }
    const id = day ? `${rentalId}.${day}` : rentalId
    if (isForAdmins) await enqueue(tx, 'tell-admins', { event: 'return-to-answer', id })
  })
}

function partyOf(id: PersonId, ownerId: PersonId): 'owner' | 'Hemline' {
  return id === ownerId ? 'owner' : 'Hemline'
}

/**
 * SQL: the credits restored to the renter of `r`, including replacements of expired ones. Credits
 * on hold come from a disputed payment and cannot be spent.
 */
function returned(which: 'all' | 'on hold') {
  return sql<number>`(
    select coalesce(sum(m.amount), 0)::integer
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
      join credit_lots l on l.id = m.lot_id
    where t.rental_id = r.id and m.to_side = 'available'
      and (t.kind = 'return_request' or l.source_key like 'goodwill:return-request:%')
      ${which === 'on hold' ? sql`and l.frozen_at is not null` : sql``})`
}

type Arrived = {
  readonly arrived: number
  readonly on_hold: number
}

function arrivedIn({ arrived, on_hold }: Arrived, expected: number): string {
  if (on_hold > 0)
    return `You get ${inCredits(arrived)} back. ${on_hold} of them ${on_hold === 1 ? 'is' : 'are'} on hold while a payment is disputed.`
  if (arrived >= expected)
    return `${inCredits(arrived)} ${arrived === 1 ? 'is' : 'are'} back in your balance.`
  return `You get ${inCredits(arrived)} back. ${inCredits(expected - arrived)} had expired.`
}

const inCredits = (credits: number) => counted(credits, 'credit')
