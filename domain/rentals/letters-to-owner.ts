import type { RentalNews } from '#db/jobs.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import type { Words } from './rental-letters.ts'

/**
 * What a closet is told, by mail, of what others do with its rentals. Its own steps are no news to
 * it, and what there is to do stands in one mail a day.
 */
export const lettersToOwner: Readonly<Partial<Record<RentalNews, Words>>> = {
  rented: (told) => [
    `New request: ${told.title}`,
    `${told.renterName} would like to rent your ${told.title} ${told.dates}.`,
    `Please accept or decline it by the end of ${told.firstDay}; after that the request is cancelled.`,
    told.handover,
  ],
  accepted: (told) => [
    `The rental of ${told.title} was accepted`,
    `Hemline accepted the rental of ${told.title} by ${told.renterName} ${told.dates} for you.`,
    told.handover,
  ],
  cancelled: (told) => [
    `The rental of ${told.title} was cancelled`,
    `${told.by === 'admin' ? 'Hemline' : told.renterName} cancelled the rental of ${told.title} ${told.dates}.`,
    'The item can be rented again.',
  ],
  'never-answered': (told) => [
    `A request for ${told.title} has expired`,
    `You did not answer ${told.renterName}’s request to rent ${told.title} ${told.dates}, so we cancelled it.`,
    'The item can be rented again.',
  ],
  delivered: (told) => [
    `${told.title} was marked as delivered`,
    `Hemline marked ${told.title} as delivered to ${told.renterName}. It is due back on ${told.lastDay}.`,
  ],
  'delivery-failed': (told) => [
    `The delivery of ${told.title} failed`,
    `Hemline marked the delivery of ${told.title} to ${told.renterName} as failed. The rental is cancelled.`,
    'The item can be rented again.',
  ],
  'handover-asked': (told) => [
    `Was ${told.title} delivered?`,
    `The rental of ${told.title} by ${told.renterName} ended on ${told.lastDay}, but it was never marked as delivered.`,
    'If you delivered it, please mark it as delivered within three days. Otherwise we cancel the rental and return the credits.',
  ],
  'delivery-confirmed': (told) => [
    `${told.renterName} received ${told.title}`,
    `${told.renterName} told us that ${told.title} was delivered. It was due back on ${told.lastDay}: please mark it as returned once you have it.`,
    told.handover,
  ],
  'delivery-denied': (told) => [
    `${told.renterName} did not receive ${told.title}`,
    `${told.renterName} told us that ${told.title} never arrived.`,
    'If you delivered it, please mark it as delivered within three days of our first email. Otherwise we cancel the rental and return the credits.',
    told.handover,
  ],
  'never-delivered': (told) => [
    `The rental of ${told.title} was cancelled`,
    `${told.title} was never marked as delivered to ${told.renterName}, so we cancelled the rental ${told.dates} and returned the credits.`,
    'The item can be rented again. If you did deliver it, please contact us.',
  ],
  late: (told) => [
    `${told.title} was marked as late`,
    `Hemline marked ${told.title} as late and asked ${told.renterName} to return it. It was due back on ${told.lastDay}.`,
  ],
  returned: (told) => [
    `Please check the condition of ${told.title}`,
    `Hemline marked ${told.title} as returned by ${told.renterName}. If you do not check it within seven days, it is approved automatically.`,
  ],
  approved: (told) => [
    `The rental of ${told.title} is complete`,
    told.by === 'system'
      ? `The condition of ${told.title} was not checked within seven days, so it was approved automatically.`
      : `Hemline approved the condition of ${told.title}.`,
    'The item can be rented again.',
  ],
  'deposit-kept': (told) => [
    `${shortDollars(told.keptCents)} of the deposit for ${told.title} was kept`,
    `Hemline kept ${shortDollars(told.keptCents)} of ${told.renterName}’s deposit for ${told.title}.`,
    'The item can be rented again.',
  ],
  'kept-reduced': (told) => [
    told.keptCents > 0
      ? `The amount kept for ${told.title} was reduced`
      : `None of the deposit for ${told.title} is kept`,
    `Hemline reviewed the rental of ${told.title} again. ${told.keptCents > 0 ? shortDollars(told.keptCents) : 'None'} of ${told.renterName}’s deposit is now kept.`,
  ],
  'acceptance-undone': (told) => [
    `Please answer the request for ${told.title} again`,
    `Hemline undid the acceptance of ${told.renterName}’s request for ${told.title} ${told.dates}. Please accept or decline it.`,
  ],
  'delivery-undone': (told) => [
    `${told.title} is no longer marked as delivered`,
    told.by === 'renter'
      ? `${told.renterName} told us by mistake that ${told.title} was delivered. If you delivered it, please mark it as delivered.`
      : `Hemline corrected the rental of ${told.title}: it has not been delivered to ${told.renterName} yet.`,
    told.handover,
  ],
  'late-undone': (told) => [
    `${told.title} is no longer marked as late`,
    `Hemline corrected the rental of ${told.title} by ${told.renterName}: it is no longer marked as late.`,
  ],
  'return-undone': (told) => [
    `${told.title} is no longer marked as returned`,
    `Hemline corrected the rental of ${told.title}: ${told.renterName} has not returned it yet.`,
  ],
  reopened: (told) => [
    `The rental of ${told.title} is open again`,
    `Hemline reopened the rental of ${told.title} by ${told.renterName} ${told.dates}. Please mark it as delivered once it is handed over.`,
    told.handover,
  ],
  'review-undone': (told) => [
    `Please check the condition of ${told.title} again`,
    `Hemline reopened the condition check of ${told.title}, rented by ${told.renterName}.`,
  ],
}
