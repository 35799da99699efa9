import type { RentalEvent } from '#db/jobs.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import type { Words } from './email-words.ts'

/**
 * What a closet is told, by mail, of what others do with its rentals. Its own steps are not mailed to
 * it, and what there is to do stands in one mail a day.
 */
export const ownerEmails: Readonly<Partial<Record<RentalEvent, Words>>> = {
  request: (told) => [
    `New request: ${told.title}`,
    `${told.renterName} would like to rent your ${told.title} ${told.dates}.`,
    `Please accept or decline it by the end of ${told.firstDay}; after that the request is cancelled.`,
    told.handover,
  ],
  accept: (told) => [
    `The rental of ${told.title} was accepted`,
    `Hemline accepted the rental of ${told.title} by ${told.renterName} ${told.dates} for you.`,
    told.handover,
  ],
  cancel: (told) => [
    `The rental of ${told.title} was cancelled`,
    `${told.by === 'admin' ? 'Hemline' : told.renterName} cancelled the rental of ${told.title} ${told.dates}.`,
    'The item can be rented again.',
  ],
  'expire-request': (told) => [
    `A request for ${told.title} has expired`,
    `You did not answer ${told.renterName}’s request to rent ${told.title} ${told.dates}, so we cancelled it.`,
    'The item can be rented again.',
  ],
  deliver: (told) => [
    `${told.title} was marked as delivered`,
    `Hemline marked ${told.title} as delivered to ${told.renterName}. It is due back on ${told.lastDay}.`,
  ],
  'fail-delivery': (told) => [
    `The delivery of ${told.title} failed`,
    `Hemline marked the delivery of ${told.title} to ${told.renterName} as failed. The rental is cancelled.`,
    'The item can be rented again.',
  ],
  'ask-about-delivery': (told) => [
    `Was ${told.title} delivered?`,
    `The rental of ${told.title} by ${told.renterName} ended on ${told.lastDay}, but it was never marked as delivered.`,
    'If you delivered it, please mark it as delivered within three days. Otherwise we cancel the rental and return the credits.',
  ],
  'confirm-delivery': (told) => [
    `${told.renterName} received ${told.title}`,
    `${told.renterName} told us that ${told.title} was delivered. It was due back on ${told.lastDay}: please mark it as returned once you have it.`,
    told.handover,
  ],
  'deny-delivery': (told) => [
    `${told.renterName} did not receive ${told.title}`,
    `${told.renterName} told us that ${told.title} never arrived.`,
    'If you delivered it, please mark it as delivered within three days of our first email. Otherwise we cancel the rental and return the credits.',
    told.handover,
  ],
  'cancel-undelivered': (told) => [
    `The rental of ${told.title} was cancelled`,
    `${told.title} was never marked as delivered to ${told.renterName}, so we cancelled the rental ${told.dates} and returned the credits.`,
    'The item can be rented again. If you did deliver it, please contact us.',
  ],
  'mark-late': (told) => [
    `${told.title} was marked as late`,
    `Hemline marked ${told.title} as late and asked ${told.renterName} to return it. It was due back on ${told.lastDay}.`,
  ],
  'record-return': (told) => [
    `Please check the condition of ${told.title}`,
    `Hemline marked ${told.title} as returned by ${told.renterName}. If you do not check it within seven days, it is approved automatically.`,
  ],
  'approve-condition': (told) => [
    `The rental of ${told.title} is complete`,
    told.by === 'system'
      ? `The condition of ${told.title} was not checked within seven days, so it was approved automatically.`
      : `Hemline approved the condition of ${told.title}.`,
    'The item can be rented again.',
  ],
  'keep-deposit': (told) => [
    `${shortDollars(told.keptCents)} of the deposit for ${told.title} was kept`,
    `Hemline kept ${shortDollars(told.keptCents)} of ${told.renterName}’s deposit for ${told.title}.`,
    'The item can be rented again.',
  ],
  'reduce-kept-deposit': (told) => [
    told.keptCents > 0
      ? `The amount kept for ${told.title} was reduced`
      : `None of the deposit for ${told.title} is kept`,
    `Hemline reviewed the rental of ${told.title} again. ${told.keptCents > 0 ? shortDollars(told.keptCents) : 'None'} of ${told.renterName}’s deposit is now kept.`,
  ],
  'undo-accept': (told) => [
    `Please answer the request for ${told.title} again`,
    `Hemline undid the acceptance of ${told.renterName}’s request for ${told.title} ${told.dates}. Please accept or decline it.`,
  ],
  'undo-deliver': (told) => [
    `${told.title} is no longer marked as delivered`,
    told.by === 'renter'
      ? `${told.renterName} told us by mistake that ${told.title} was delivered. If you delivered it, please mark it as delivered.`
      : `Hemline corrected the rental of ${told.title}: it has not been delivered to ${told.renterName} yet.`,
    told.handover,
  ],
  'undo-late': (told) => [
    `${told.title} is no longer marked as late`,
    `Hemline corrected the rental of ${told.title} by ${told.renterName}: it is no longer marked as late.`,
  ],
  'undo-return': (told) => [
    `${told.title} is no longer marked as returned`,
    `Hemline corrected the rental of ${told.title}: ${told.renterName} has not returned it yet.`,
  ],
  reopen: (told) => [
    `The rental of ${told.title} is open again`,
    `Hemline reopened the rental of ${told.title} by ${told.renterName} ${told.dates}. Please mark it as delivered once it is handed over.`,
    told.handover,
  ],
  'undo-review': (told) => [
    `Please check the condition of ${told.title} again`,
    `Hemline reopened the condition check of ${told.title}, rented by ${told.renterName}.`,
  ],
}
