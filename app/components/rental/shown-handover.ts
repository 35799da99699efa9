import type { Handover } from '#domain/booking/rentals/records/handovers.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { ShownHandover } from './handover-list.tsx'
import { rentalPhotos } from './rental-photos.ts'
import { handoverWords } from './rental-words.ts'

/** A handover as it is shown, in the time zone of the shop. */
export function shownHandover(
  { rentalId, step, note, imageIds, writtenBy, writtenAt }: Handover,
  timeZone: string,
): ShownHandover {
  return {
    what: handoverWords[step],
    by: writtenBy,
    at: showInstant(writtenAt, timeZone),
    note,
    photos: rentalPhotos(rentalId, imageIds),
  }
}

/** As admins see it in a case: with the step and the side, by which the photos are arranged. */
export function sidedHandover(handover: Handover, timeZone: string) {
  return {
    ...shownHandover(handover, timeZone),
    step: handover.step,
    side: handover.bySide,
  }
}
