import type { RentalEvent } from '#db/jobs.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'
import type { EmailDetails, EventEmails } from './email-words.ts'
import { ASKS_OWNER, ownerEmails } from './owner-emails.ts'
import { renterEmails } from './renter-emails.ts'
import { FREE_INSTEAD } from './replacement-links.ts'

/** Events that are confirmed to the renter by email although they caused them. */
const CONFIRMED_TO_RENTER: readonly RentalEvent[] = [
  'request',
  'extend',
  'propose-dates',
  'change-dates',
  'cancel',
  'swap',
]

/**
 * The emails about an event to one side of a rental, each with its own template: usually one, none
 * when that side needs none.
 */
export function rentalEmails(
  event: RentalEvent,
  side: 'renter' | 'owner',
  details: EmailDetails,
  emails: EventEmails = side === 'renter' ? renterEmails : ownerEmails,
): Email[] {
  if (details.by === side && !(side === 'renter' && CONFIRMED_TO_RENTER.includes(event))) return []
  const isRenter = side === 'renter'
  if (!isRenter && details.ownerPage === null && ASKS_OWNER.has(event)) return []
  const page = isRenter ? pages.rental(details.rentalId) : details.ownerPage
  const links = isRenter ? details.replacements : []
  return [emails[event] ?? []].flat().map((words, index) => {
    const [subject, ...paragraphs] = words(details)
    const template = index === 0 ? `rental-${event}` : `rental-${event}-${index + 1}`
    return {
      template: isRenter ? template : `${template}-owner`,
      subject,
      greeting: hello(isRenter ? details.renterName : details.ownerName),
      paragraphs: [...paragraphs.filter(Boolean), ...(links.length > 0 ? [FREE_INSTEAD] : [])],
      ...(links.length > 0 && { links }),
      ...(page && { button: { text: 'Open the rental', url: details.origin + page } }),
    }
  })
}
