import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { factsOf, readRental } from './email-words.ts'
import { rentalEmails } from './rental-emails.ts'
import { replacementLinks } from './replacement-links.ts'

type Job = Jobs['tell-about-rental']

/** Events after which the renter may need another item. */
const LETS_DOWN: ReadonlySet<Job['event']> = new Set([
  'cancel',
  'expire-request',
  'fail-delivery',
  'at-risk',
  'previous-late',
])

/**
 * The job queued by a change of a rental: emails its renter and its owner, unless they need no
 * email. Each email has its own key, so that the job can be retried.
 */
export async function notifyAboutRental(
  db: Db,
  { rentalId, event, origin, by, occurrence }: Job,
  now: Date,
  timeZone: string,
): Promise<void> {
  const rental = await readRental(db, rentalId)
  if (!rental) return
  // It was undone before the email was sent.
  if (event === 'keep-deposit' && rental.deposit_kept_amount === 0) return
  if (event === 'mark-lost' && !rental.condition_notes) return
  const replacements = LETS_DOWN.has(event)
    ? await replacementLinks(db, rental, { origin, timeZone }, now)
    : []
  const details = { ...factsOf(rental, now, timeZone), by, origin, replacements }
  const people = [
    { side: 'renter', to: rental.renter_email, recipientId: rental.renter_id },
    { side: 'owner', to: rental.owner_email, recipientId: rental.owner_id },
  ] as const
  await inTransaction(db, async (tx) => {
    for (const { side, ...recipient } of people) {
      for (const [index, message] of rentalEmails(event, side, details).entries()) {
        const key = messageKey({ rentalId, event, occurrence }, side, index)
        await notify(tx, { ...message, ...recipient, messageKey: key }, now)
      }
    }
  })
}

/** The key of the first, second … email about an event to this side. */
export function messageKey(
  { rentalId, event, occurrence }: Pick<Job, 'rentalId' | 'event' | 'occurrence'>,
  side: 'renter' | 'owner',
  index: number,
): string {
  const number = index > 0 && index + 1
  return ['rental', rentalId, event, occurrence, side, number].filter(Boolean).join('-')
}
