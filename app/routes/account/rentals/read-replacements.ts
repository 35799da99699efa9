import type { RouterContextProvider } from 'react-router'
import { shownReplacements } from '#app/components/rental/replacing/replacement-choices.tsx'
import { appContext, todayIn } from '#app/request/contexts.ts'
import type { RentalId } from '#db/ids.ts'
import { findReplacements } from '#domain/booking/rentals/records/replacements.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** What a renter who was let down can take in place of this rental; null if they were not. */
export async function readReplacements(
  context: Readonly<RouterContextProvider>,
  shopper: Shopper,
  rentalId: RentalId,
) {
  const { db, clock } = context.get(appContext)
  const found = await findReplacements(db, shopper, rentalId, clock(), todayIn(context))
  return found && shownReplacements(found)
}
