import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import { parseCalendarDate, showDate } from '#domain/shared/calendar-date.ts'
import { rentalLetter, type Told } from './rental-letters.ts'

/**
 * The job behind a change of a rental: a mail to its renter and one to its owner, as far as there is
 * something to tell them. Each has a key of its own, so that the job may run again.
 */
export async function tellAboutRental(
  db: Db,
  { rentalId, news, origin }: Jobs['tell-about-rental'],
  now: Date,
): Promise<void> {
  const rental = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['i.title', 'r.start_date', 'r.end_date', 'r.total_credits'])
    .select(['r.deposit_kept_amount', 'r.condition_notes'])
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'owner.id as owner_id'])
    .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!rental) return
  const told: Told = {
    title: rental.title,
    days: `${showDay(rental.start_date)} to ${showDay(rental.end_date)}`,
    lastDay: showDay(rental.end_date),
    credits: rental.total_credits,
    renterName: rental.renter_name,
    ownerName: rental.owner_name,
    keptCents: rental.deposit_kept_amount,
    conditionNotes: rental.condition_notes,
    origin,
  }
  const people = [
    { side: 'renter', to: rental.renter_email, recipientId: rental.renter_id },
    { side: 'owner', to: rental.owner_email, recipientId: rental.owner_id },
  ] as const
  await inTransaction(db, async (tx) => {
    for (const { side, ...recipient } of people) {
      const letter = rentalLetter(news, side, told)
      const messageKey = `rental-${rentalId}-${news}-${side}`
      if (letter) await queueMail(tx, { ...letter, ...recipient, messageKey }, now)
    }
  })
}

function showDay(text: string): string {
  const date = parseCalendarDate(text)
  return date ? showDate(date) : text
}
