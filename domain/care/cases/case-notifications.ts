import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue, type Jobs } from '#db/jobs.ts'
import { FREE_INSTEAD, replacementLinks } from '#domain/booking/rentals/rentals.ts'
import { DAYS_OVER } from '#domain/booking/rentals/stage/no-show.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { counted } from '#domain/shared/figures.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { APPEAL_TEXTS } from './appeal-emails.ts'
import { ASKS_OWNER, type CaseDetails, caseEmail, type Side } from './case-emails.ts'
import { CASES, type CaseKind } from './case-kinds.ts'
import type { FiledCase, RentalCase } from './filed-case.ts'
import { findClaim } from './find-claim.ts'
import { findRequest } from './find-request.ts'
import { NO_SHOW_TEXTS } from './no-show-emails.ts'
import { RETURN_TEXTS } from './return-emails.ts'
import { creditsBack, creditsForRenter } from './return-limits.ts'

// The jobs behind each event of a case: one email to each side, however often they run.

type Place = { readonly origin: string; readonly timeZone: string }

export async function notifyAboutAppeal(
  db: Db,
  job: Jobs['tell-about-appeal'],
  place: Place,
  now: Date,
): Promise<void> {
  const claim = await findClaim(db, job.rentalId)
  if (!claim?.filed) return
  const { withheldCents, returnedCents, withheldBy, owner_id } = claim
  const details = {
    ...detailsOf(job.rentalId, claim, claim.filed, place),
    withheldCents,
    returnedCents,
    status: claim.filed.status,
    withheldByHemline: withheldBy !== null && withheldBy !== owner_id,
  }
  const write = (side: Side) => {
    const words = APPEAL_TEXTS[job.event][side]?.(details)
    return words ? caseEmail('appeal', job.event, side, details, words) : null
  }
  await mailSides(db, 'appeal', job, claim, write, now)
}

export async function notifyAboutReturn(
  db: Db,
  job: Jobs['tell-about-return-request'],
  place: Place,
  now: Date,
): Promise<void> {
  const request = await findRequest(db, job.rentalId)
  if (!request?.filed || !request.reason) return
  const { status } = request.filed
  const credits = creditsBack(request.reason, request)
  const isNoShow = request.reason === 'no_show'
  const isRestored = status === 'accepted' && (isNoShow || request.return_status === 'returned')
  const restored = creditsForRenter(request.credits_back ?? 0, request)
  const details = {
    ...detailsOf(job.rentalId, request, request.filed, place),
    reason: request.reason,
    status,
    credits: inCredits(credits),
    renterCredits: inCredits(creditsForRenter(credits, request)),
    isRestored,
    arrived: isRestored ? await arrivedIn(db, job.rentalId, restored) : '',
    returnedByHemline: request.returned_by !== null && request.returned_by !== request.owner_id,
  }
  const rental = { id: job.rentalId, renter_id: request.renter_id }
  const links = isRestored ? await replacementLinks(db, rental, place, now) : []
  const isOver = request.end_date < calendarDateIn(place.timeZone, now)
  const write = (side: Side) => {
    const texts = isNoShow ? NO_SHOW_TEXTS : RETURN_TEXTS
    const words = texts[job.event][side]?.(details)
    if (!words) return null
    const email = caseEmail('return', job.event, side, details, words)
    if (side === 'owner') return email
    const instead =
      links.length > 0 ? [FREE_INSTEAD] : isNoShow && isRestored && isOver ? [DAYS_OVER] : []
    return { ...email, paragraphs: [...email.paragraphs, ...instead], links }
  }
  await mailSides(db, 'return', job, request, write, now)
}

function detailsOf(
  rentalId: RentalId,
  rental: RentalCase,
  { words, answer, answeredBy, reasons, answerDueAt }: FiledCase,
  { origin, timeZone }: Place,
): CaseDetails {
  return {
    rentalId,
    title: rental.title,
    renterName: rental.renter_name,
    ownerName: rental.owner_name,
    words,
    answer,
    reasons,
    answerDue: showInstant(answerDueAt, timeZone),
    answeredBy: answeredBy && (answeredBy === rental.owner_id ? 'owner' : 'Hemline'),
    ownerPage: ownerPageOf(rental, rentalId),
    origin,
  }
}

/** A reminder is not sent once the case is answered. */
async function mailSides(
  db: Db,
  kind: CaseKind,
  { rentalId, event, day }: Jobs['tell-about-appeal' | 'tell-about-return-request'],
  row: RentalCase,
  write: (side: Side) => Email | null,
  now: Date,
): Promise<void> {
  if (event === 'remind' && row.filed?.status !== 'open') return
  // A blocked closet cannot answer, so admins do.
  const isForAdmins = ownerPageOf(row, rentalId) === null && ASKS_OWNER.has(event)
  const sides = [
    { side: 'renter', to: row.renter_email, recipientId: row.renter_id, left: row.renter_left },
    { side: 'owner', to: row.owner_email, recipientId: row.owner_id, left: row.owner_left },
  ] as const
  await inTransaction(db, async (tx) => {
    for (const { side, to, recipientId, left } of sides) {
      if (side === 'owner' && isForAdmins) continue
      const message = left ? null : write(side)
      const messageKey = [CASES[kind].name, rentalId, event, day, side].filter(Boolean).join('-')
      if (message) await notify(tx, { ...message, to, recipientId, messageKey }, now)
    }
    const id = day ? `${rentalId}.${day}` : rentalId
    if (isForAdmins) await enqueue(tx, 'tell-admins', { event: `${kind}-to-answer`, id })
  })
}

/** A sentence about the credits that are back in the renter's balance. */
async function arrivedIn(read: DbOrTx, rentalId: RentalId, expected: number): Promise<string> {
  const { arrived, on_hold } = await read
    .selectFrom('rentals as r')
    .select([returned('all').as('arrived'), returned('on hold').as('on_hold')])
    .where('r.id', '=', rentalId)
    .executeTakeFirstOrThrow()
  if (on_hold > 0)
    return `You get ${inCredits(arrived)} back. ${on_hold} of them ${on_hold === 1 ? 'is' : 'are'} on hold while a payment is disputed.`
  if (arrived >= expected)
    return `${inCredits(arrived)} ${arrived === 1 ? 'is' : 'are'} back in your balance.`
  return `You get ${inCredits(arrived)} back.`
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

const inCredits = (credits: number) => counted(credits, 'credit')
