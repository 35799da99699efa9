import type { RatingSide } from '#db/enums.ts'
import type { RatingEvent } from '#db/jobs.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { counted } from '#domain/shared/figures.ts'
import { RATING_DAYS } from './rating-limits.ts'

/** A rental and its visible ratings, for an email to one side; times as text. */
export type RatingDetails = {
  readonly title: string
  /** The side that gets the email. */
  readonly side: RatingSide
  readonly name: string
  readonly otherName: string
  /** Published ratings only. */
  readonly own: MailedRating | null
  readonly theirs: MailedRating | null
  /** Until when a review can be written. */
  readonly ratedUntil: string
  /** Why an admin hid a review or removed a reply. */
  readonly reason: string
  /** The address of this side's page of the rental; null for a blocked closet. */
  readonly page: string | null
  readonly origin: string
}

export type MailedRating = {
  readonly stars: number
  readonly words: string
  readonly reply: string | null
}

type Words = readonly [subject: string, ...paragraphs: string[]]

/** The email to one side about the ratings of a rental. */
export function ratingEmail(event: RatingEvent, details: RatingDetails): Email {
  const [subject, ...paragraphs] = EMAILS[event](details)
  const { side, name, origin, page } = details
  return {
    template: `rating-${event}${side === 'owner' ? '-owner' : ''}`,
    subject,
    greeting: hello(name),
    paragraphs,
    ...(page && {
      button: {
        text: event === 'remind' ? 'Write a review' : 'Open the rental',
        url: `${origin}${page}#reviews`,
      },
    }),
  }
}

const EMAILS: Readonly<Record<RatingEvent, (details: RatingDetails) => Words>> = {
  remind: ({ title, side, otherName, ratedUntil }) => [
    side === 'renter' ? `How was ${title}?` : `How was ${otherName}’s rental of ${title}?`,
    side === 'renter'
      ? `Tell others how ${title} fits and what renting from ${otherName} was like.`
      : `Tell other closets what renting ${title} to ${otherName} was like.`,
    `You can write a review until ${ratedUntil}. ${otherName} will see it once both of you have written one, or ${counted(RATING_DAYS, 'day')} after the rental was completed.`,
  ],
  publish: ({ title, otherName, own, theirs }) => [
    theirs
      ? `${otherName} reviewed your rental of ${title}`
      : `Your review of ${title} is published`,
    ...(theirs ? [`${otherName} gave ${counted(theirs.stars, 'star')}.`] : []),
    ...(theirs?.words ? [`“${theirs.words}”`] : []),
    theirs && own
      ? 'Both reviews are published now.'
      : theirs
        ? 'You did not write a review in time. You can still reply to this one.'
        : `${otherName} did not write a review in time.`,
  ],
  reply: ({ title, otherName, own }) => [
    `${otherName} replied to your review of ${title}`,
    `${otherName} writes:`,
    `“${own?.reply ?? ''}”`,
  ],
  hide: ({ title, reason }) => [
    `Your review of ${title} was hidden`,
    `Hemline hid your review of the rental of ${title}. Nobody else can see it now, and its stars do not count.`,
    `Our reason: “${reason}”`,
  ],
  show: ({ title, side }) => [
    `Your review of ${title} is shown again`,
    `Hemline looked at your review of the rental of ${title} again. ${side === 'renter' ? 'Everyone' : 'The renter and other closets'} can see it, and its stars count.`,
  ],
  'remove-reply': ({ title, otherName, reason }) => [
    `Your reply about ${title} was removed`,
    `Hemline removed your reply to ${otherName}’s review of the rental of ${title}.`,
    `Our reason: “${reason}”`,
  ],
}
