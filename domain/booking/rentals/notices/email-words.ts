import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import type { Jobs, RentalEvent } from '#db/jobs.ts'
import { lateGoodwill } from '#domain/booking/rentals/records/late-goodwill.ts'
import { ownCredits } from '#domain/booking/rentals/records/own-credits.ts'
import { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { decisionTime } from '#domain/booking/rentals/stage/decision-time.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { returnedCredits, returnedUntil } from '#domain/booking/rentals/stage/returned-credits.ts'
import { lastDayInWords } from '#domain/money/credits/expiry-words.ts'
import type { MailLink } from '#domain/outbound/mail/email.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import {
  addDays,
  calendarDateIn,
  datesInWords,
  showDate,
  totalDaysOf,
} from '#domain/shared/time/calendar-date.ts'
import { showDeadline, showInstant } from '#domain/shared/time/show-instant.ts'

export type EmailDetails = ReturnType<typeof factsOf> &
  Pick<Jobs['tell-about-rental'], 'by' | 'origin'> & {
    /** Items that a renter who was let down can take. */
    readonly replacements: readonly MailLink[]
  }

/**
 * Subject and paragraphs (empty ones are left out); greeting and button depend on the recipient.
 */
export type Words = (details: EmailDetails) => readonly [subject: string, ...paragraphs: string[]]

/** Emails by the event that they are about. One with several emails has a list of them. */
export type EventEmails = Readonly<Partial<Record<RentalEvent, Words | readonly Words[]>>>

export function readRental(db: Db, rentalId: RentalId) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['r.id', 'i.title', 'r.start_date', 'r.end_date', 'r.total_credits', 'r.reopened'])
    .select(['r.turnaround_days', 'r.handover', 'r.answer_by', 'r.status', 'r.total_days'])
    .select('r.confirmed_at')
    .select(['r.credits_per_day', 'r.proposed_start_date', 'r.proposed_end_date'])
    .select('r.proposal_answer_by')
    .select(['r.deposit_kept_amount', 'r.condition_notes', 'r.renter_phone', 'r.delivery_address'])
    .select('r.sent_back_tracking')
    .leftJoin('rentals as late', 'late.id', 'r.at_risk_from')
    .leftJoin('user_profiles as late_renter', 'late_renter.id', 'late.renter_id')
    .select(['late_renter.full_name as late_name', 'late.sent_back_at as late_sent_back_at'])
    .select('r.at_risk_since')
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'owner.id as owner_id', 'owner.phone as owner_phone'])
    .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
    .select(['owner.return_instructions', 'r.return_arrangement'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .select(
      sql<number>`(select coalesce(sum(cardinality(image_ids)), 0)::integer
      from rental_handovers h where h.rental_id = r.id
        and h.step in ('return', 'review'))`.as('photos'),
    )
    .leftJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(
      sql<number>`coalesce(d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents, 0)`.as(
        'rest_cents',
      ),
    )
    .select(returnedCredits('all').as('credits_back'))
    .select(returnedCredits('on hold').as('credits_on_hold'))
    .select([
      returnedUntil('min').as('first_expires_at'),
      returnedUntil('max').as('last_expires_at'),
    ])
    .select([lateGoodwill.as('late_goodwill'), swapGoodwill.as('swap_goodwill')])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof readRental>>>

/** A rental's facts in the words of an email. */
export function factsOf(rental: Row, now: Date, timeZone: string) {
  return {
    rentalId: rental.id,
    title: rental.title,
    dates: datesInWords(rental.start_date, rental.end_date),
    /** Until when the closet can answer the request. */
    answerBy: rental.answer_by ? showDeadline(rental.answer_by, timeZone) : '',
    isRequest: rental.status === 'pending',
    wasAccepted: rental.confirmed_at !== null,
    /** The dates that the renter has proposed; null if they were answered by now. */
    proposed: proposedIn(rental, timeZone),
    lastDay: showDate(rental.end_date),
    /** The last day has passed. */
    isOver: rental.end_date < calendarDateIn(timeZone, now),
    /** The turnaround after it, in a sentence; '' for none. */
    turnaround: turnaroundOf(rental),
    credits: creditsInWords(rental.total_credits),
    /** The same for the renter, who did not pay all of it after a swap. */
    creditsOfRenter: creditsOfRenter(rental),
    /** The credits refunded, or taken again, in a sentence; '' if it cost none. */
    creditsReturned: creditsReturned(rental, timeZone),
    creditsTaken: creditsTaken(rental),
    lateGoodwill: rental.late_goodwill,
    renterName: rental.renter_name,
    ownerName: rental.owner_name,
    /** How the renter reaches the closet, and how and where the closet reaches the renter. */
    closetContact: `You can reach ${rental.owner_name} ${rental.owner_phone ? `at ${rental.owner_phone}` : 'with the contact details on your rental page'}.`,
    handover: handoverOf(rental),
    /** How the renter chose to get it, in a sentence for each side; '' for a plain delivery. */
    chosenForCloset: chosenForCloset(rental),
    chosenForRenter: chosenForRenter(rental),
    /** What the closet does next, after its name. */
    willArrange: ARRANGING[rental.handover ?? 'delivery'],
    /** First name of the person whose late return puts the rental at risk. */
    lateName: rental.late_name ? firstNameOf(rental.late_name) : '',
    decidedAt: showInstant(
      decisionTime({ start: rental.start_date, atRiskSince: rental.at_risk_since }, timeZone),
      timeZone,
    ),
    /** The previous rental of the item is or was late. */
    isAtRisk: rental.at_risk_since !== null,
    isLateSentBack: rental.late_sent_back_at !== null,
    /** What the closet says about the return, for its renter. */
    returnInstructions: returnInstructionsOf(rental),
    tracking: rental.sent_back_tracking
      ? `The tracking number is ${rental.sent_back_tracking}.`
      : '',
    withheldCents: rental.deposit_kept_amount,
    /** The rest of the deposit. */
    restCents: rental.rest_cents,
    conditionNotes: rental.condition_notes,
    /** Whether there are photos of its return. */
    photos: rental.photos > 0,
    /** The address of the owner's page of the rental; null for a blocked closet. */
    ownerPage: ownerPageOf(rental, rental.id),
  }
}

function proposedIn(rental: Row, timeZone: string) {
  const { proposed_start_date: start, proposed_end_date: end, proposal_answer_by: by } = rental
  if (!start || !end || !by) return null
  const { totalCredits } = quote(rental.credits_per_day, totalDaysOf(start, end))
  const more = totalCredits - rental.total_credits
  return {
    dates: datesInWords(start, end),
    answerBy: showDeadline(by, timeZone),
    credits: creditsInWords(totalCredits),
    /** What they cost more, or less, for its renter, in a sentence; '' for the same. */
    price:
      more > 0
        ? `The ${creditsInWords(more)} that they cost more are set aside, and come back if the dates stay as they are.`
        : more < 0
          ? `They cost ${creditsInWords(-more)} less, which you get back once the dates change.`
          : '',
  }
}

function creditsReturned(rental: Row, timeZone: string): string {
  const { total_credits, swap_goodwill, credits_back, credits_on_hold } = rental
  if (total_credits === 0) return ''
  const paid = ownCredits({ totalCredits: total_credits, swapGoodwill: swap_goodwill })
  if (credits_on_hold > 0)
    return `You get ${creditsInWords(credits_back)} back. ${credits_on_hold} of them ${credits_on_hold === 1 ? 'is' : 'are'} on hold while a payment is disputed.`
  const until = usableUntil(rental, timeZone)
  if (credits_back >= paid && swap_goodwill > 0)
    return `The ${creditsInWords(paid)} that you paid are back in your balance${until}. We paid the other ${swap_goodwill} when you swapped.`
  if (credits_back >= paid) return `Your ${creditsInWords(paid)} are back in your balance${until}.`
  if (credits_back === 0) return 'You get no credits back.'
  return `You get ${creditsInWords(credits_back)} back${until}.`
}

/**
 * ', usable until Feb 27, 2027', or with the earliest of several days; '. They never expire' without
 * one; '' if nothing came back.
 */
function usableUntil({ first_expires_at, last_expires_at }: Row, timeZone: string): string {
  if (!first_expires_at || !last_expires_at) return ''
  const day = lastDayInWords(first_expires_at, timeZone)
  if (day === null) return '. They never expire'
  const until = `usable until ${day}`
  return last_expires_at > first_expires_at ? `, the first ones ${until}` : `, ${until}`
}

function creditsOfRenter({ total_credits, swap_goodwill }: Row): string {
  const paid = ownCredits({ totalCredits: total_credits, swapGoodwill: swap_goodwill })
  const words = creditsInWords(paid)
  return swap_goodwill > 0 ? `${words} (we paid the other ${swap_goodwill})` : words
}

function creditsTaken({ total_credits, swap_goodwill }: Row): string {
  if (total_credits === 0) return ''
  const paid = ownCredits({ totalCredits: total_credits, swapGoodwill: swap_goodwill })
  const taken = `${creditsInWords(paid)} were taken from your balance again.`
  return swap_goodwill > 0 ? `${taken} We paid the other ${swap_goodwill} again.` : taken
}

function returnInstructionsOf({
  return_arrangement,
  return_instructions,
  owner_name,
}: Row): readonly string[] {
  return [
    return_arrangement ? `When and where: ${return_arrangement}` : '',
    return_instructions ? `How items come back to ${owner_name}: ${return_instructions}` : '',
  ].filter(Boolean)
}

function turnaroundOf({ turnaround_days, end_date }: Row): string {
  if (turnaround_days === 0) return ''
  const until = showDate(addDays(end_date, turnaround_days))
  const held =
    turnaround_days === 1
      ? `The day after the rental, ${until}, is`
      : `The ${inWords(turnaround_days, 'day')} after the rental, until ${until}, are`
  return `${held} held for you to prepare the item.`
}

function chosenForCloset({ handover, renter_name }: Row): string {
  switch (handover) {
    case 'pickup':
      return `${renter_name} will pick it up from you.`
    case 'shipping':
      return `${renter_name} would like you to ship it.`
    case 'ask':
      return `This is outside your delivery area. ${renter_name} asks you anyway: if you accept, you agree to arrange how it gets there.`
    default:
      return ''
  }
}

function chosenForRenter({ handover, owner_name }: Row): string {
  switch (handover) {
    case 'pickup':
      return `You will pick it up from ${owner_name}.`
    case 'shipping':
      return `You asked ${owner_name} to ship it.`
    case 'ask':
      return `You are outside the delivery area of ${owner_name}, and asked anyway. If they confirm, they will arrange with you how you get it.`
    default:
      return ''
  }
}

const ARRANGING: Readonly<Record<ChosenHandover, string>> = {
  delivery: 'will arrange the delivery with you',
  pickup: 'will arrange with you when you can pick it up',
  shipping: 'will ship it to you',
  ask: 'agreed to arrange with you how you get it',
}

function handoverOf({ renter_name, renter_phone, delivery_address, handover }: Row): string {
  const phone = renter_phone ? `Phone: ${renter_phone}.` : ''
  const address = delivery_address
    ? `Address: ${delivery_address.replaceAll('\n', ', ')}.`
    : handover === 'pickup'
      ? ''
      : `${renter_name} has not given a delivery address yet.`
  return [phone, address].filter(Boolean).join(' ')
}

const creditsInWords = (credits: number) => counted(credits, 'credit')
