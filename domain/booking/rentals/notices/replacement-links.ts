import type { Db } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { findReplacements } from '#domain/booking/rentals/records/replacements.ts'
import { aboutMiles } from '#domain/catalogue/places/distance.ts'
import type { MailLink } from '#domain/outbound/mail/email.ts'
import { pages } from '#domain/shared/pages.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'

/** Before the items that a renter who was let down can take. */
export const FREE_INSTEAD =
  'These are free on the same days, at no extra cost to you. Choose one, and we request it for you:'

/** A link to each item that the renter can take in place of the rental; none if not let down. */
export async function replacementLinks(
  db: Db,
  { id, renter_id }: { readonly id: RentalId; readonly renter_id: PersonId },
  { origin, timeZone }: { readonly origin: string; readonly timeZone: string },
  now: Date,
): Promise<readonly MailLink[]> {
  const today = calendarDateIn(timeZone, now)
  const found = await findReplacements(db, { id: renter_id }, id, now, today)
  return (found?.choices ?? []).map((item) => ({
    text: [item.title, `size ${item.size}`, item.miles === null ? '' : aboutMiles(item.miles)]
      .filter(Boolean)
      .join(', '),
    url: `${origin}${pages.swapRental(id)}#${item.id}`,
  }))
}
