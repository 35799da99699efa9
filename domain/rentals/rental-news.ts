import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { type Letter, writeLetter } from '#domain/mail/letter.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import { parseCalendarDate, showDate } from '#domain/shared/calendar-date.ts'

type News = Jobs['tell-about-rental']

/** What happened, to whom, in the words of a mail. */
type Told = {
  readonly title: string
  readonly days: string
  readonly credits: number
  readonly renterName: string
  readonly ownerName: string
  readonly origin: string
}

const LETTERS = {
  rented: {
    renter: (told: Told) =>
      writeLetter({
        template: 'rental-requested',
        subject: `You rented ${told.title}`,
        greeting: `Hello ${told.renterName},`,
        paragraphs: [
          `${told.title} is yours for ${told.days}, for ${told.credits} credits.`,
          `${told.ownerName} confirms it and arranges the delivery with you. Until it is delivered you can cancel at any time.`,
        ],
        button: { text: 'See my rentals', url: `${told.origin}/my-rentals` },
      }),
    owner: (told: Told) =>
      writeLetter({
        template: 'rental-received',
        subject: `${told.renterName} rented ${told.title}`,
        greeting: `Hello ${told.ownerName},`,
        paragraphs: [
          `${told.renterName} would like to wear ${told.title} for ${told.days}.`,
          'Please accept the rental and arrange the delivery.',
        ],
        button: { text: 'Open my closet', url: `${told.origin}/business` },
      }),
  },
  cancelled: {
    renter: (told: Told) =>
      writeLetter({
        template: 'rental-cancelled',
        subject: `Your rental of ${told.title} was cancelled`,
        greeting: `Hello ${told.renterName},`,
        paragraphs: [
          `The rental of ${told.title} for ${told.days} was cancelled.`,
          `What it cost returns to your balance.`,
        ],
        button: { text: 'See my rentals', url: `${told.origin}/my-rentals?tab=past` },
      }),
    owner: (told: Told) =>
      writeLetter({
        template: 'rental-cancelled-for-owner',
        subject: `The rental of ${told.title} was cancelled`,
        greeting: `Hello ${told.ownerName},`,
        paragraphs: [
          `The rental of ${told.title} by ${told.renterName} for ${told.days} was cancelled.`,
          'The piece can be rented again.',
        ],
        button: { text: 'Open my closet', url: `${told.origin}/business` },
      }),
  },
} satisfies Record<News['news'], Record<'renter' | 'owner', (told: Told) => Letter>>

/**
 * The job behind a change of a rental: a mail to its renter and one to its owner. Each has a key of
 * its own, so that the job may run again.
 */
export async function tellAboutRental(db: Db, news: News, now: Date): Promise<void> {
  const rental = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['i.title', 'r.start_date', 'r.end_date', 'r.total_credits'])
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'owner.id as owner_id'])
    .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
    .where('r.id', '=', news.rentalId)
    .executeTakeFirst()
  if (!rental) return
  const told: Told = {
    title: rental.title,
    days: `${showDay(rental.start_date)} to ${showDay(rental.end_date)}`,
    credits: rental.total_credits,
    renterName: rental.renter_name,
    ownerName: rental.owner_name,
    origin: news.origin,
  }
  const letters = LETTERS[news.news]
  const key = (whom: string) => `rental-${news.rentalId}-${news.news}-${whom}`
  await inTransaction(db, async (tx) => {
    await queueMail(
      tx,
      {
        ...letters.renter(told),
        to: rental.renter_email,
        recipientId: rental.renter_id,
        messageKey: key('renter'),
      },
      now,
    )
    await queueMail(
      tx,
      {
        ...letters.owner(told),
        to: rental.owner_email,
        recipientId: rental.owner_id,
        messageKey: key('owner'),
      },
      now,
    )
  })
}

function showDay(text: string): string {
  const date = parseCalendarDate(text)
  return date ? showDate(date) : text
}
