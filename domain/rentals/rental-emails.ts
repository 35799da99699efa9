import type { RentalEvent } from '#db/jobs.ts'
import { type Email, writeEmail } from '#domain/mail/email.ts'
import { pages } from '#domain/shared/pages.ts'
import type { EmailDetails } from './email-words.ts'
import { ownerEmails } from './owner-emails.ts'
import { renterEmails } from './renter-emails.ts'

/** Events that a renter gets an email about although they caused them. */
const CONFIRMED_TO_RENTER: readonly RentalEvent[] = ['request', 'extend', 'cancel', 'swap']

/** The email about a rental to one of its sides, or null when that side needs none. */
export function rentalEmail(
  event: RentalEvent,
  side: 'renter' | 'owner',
  details: EmailDetails,
): Email | null {
  if (details.by === side && !(side === 'renter' && CONFIRMED_TO_RENTER.includes(event)))
    return null
  const isRenter = side === 'renter'
  const [subject, ...paragraphs] = (isRenter ? renterEmails : ownerEmails)[event]?.(details) ?? []
  if (!subject) return null
  return writeEmail({
    template: isRenter ? `rental-${event}` : `rental-${event}-owner`,
    subject,
    greeting: `Hello ${isRenter ? details.renterName : details.ownerName},`,
    paragraphs: paragraphs.filter(Boolean),
    button: {
      text: 'Open the rental',
      url: details.origin + (isRenter ? pages.rental : pages.closetRental)(details.rentalId),
    },
  })
}
