import type { RentalEvent } from '#db/jobs.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import type { Words } from './email-words.ts'

/** What a renter is told, by mail, of each thing that happens to their rental. */
export const renterEmails: Readonly<Partial<Record<RentalEvent, Words>>> = {
  request: (told) => [
    `Request sent: ${told.title}`,
    `You asked to rent ${told.title} ${told.dates}, for ${told.credits}.`,
    `We have told ${told.ownerName}. You will get an email when they confirm. If they do not answer by the end of ${told.firstDay}, we cancel the request and you get your credits back.`,
    'Until it is delivered you can cancel at any time.',
  ],
  accept: (told) => [
    `${told.ownerName} confirmed ${told.title}`,
    `Your rental of ${told.title} ${told.dates} is confirmed. ${told.ownerName} will arrange the delivery with you.`,
    told.closetContact,
  ],
  cancel: (told) => [
    `Your rental of ${told.title} was cancelled`,
    told.by === 'renter'
      ? `You cancelled your rental of ${told.title} ${told.dates}.`
      : `${told.by === 'admin' ? 'Hemline' : told.ownerName} cancelled your rental of ${told.title} ${told.dates}.`,
    told.creditsReturned,
  ],
  'expire-request': (told) => [
    `${told.ownerName} did not answer your request for ${told.title}`,
    `We are sorry: ${told.ownerName} did not confirm your rental of ${told.title} ${told.dates} in time, so we cancelled it.`,
    told.creditsReturned,
  ],
  deliver: (told) => [
    `${told.title} was delivered`,
    `${told.ownerName} marked ${told.title} as delivered. Enjoy it, and please return it by ${told.lastDay}.`,
    `If it has not reached you, contact ${told.ownerName} right away. ${told.closetContact}`,
  ],
  'fail-delivery': (told) => [
    `${told.title} could not be delivered`,
    `We are sorry: ${told.title} could not be delivered, so your rental ${told.dates} was cancelled.`,
    told.creditsReturned,
  ],
  'ask-about-delivery': (told) => [
    `Did you receive ${told.title}?`,
    `Your rental of ${told.title} ended on ${told.lastDay}, but ${told.ownerName} never marked it as delivered.`,
    'Please tell us whether it was delivered. If neither of you says so within three days, we cancel the rental and you get your credits back.',
  ],
  'cancel-undelivered': (told) => [
    `Your rental of ${told.title} was cancelled`,
    `Nobody told us that ${told.title} was delivered for your rental ${told.dates}, so we cancelled it.`,
    told.creditsReturned,
  ],
  'remind-of-return': (told) => [
    `${told.title} is due back tomorrow`,
    `Your rental of ${told.title} ends tomorrow, on ${told.lastDay}. Please arrange its return with ${told.ownerName}.`,
    told.closetContact,
  ],
  'remind-of-overdue': (told) => [
    `${told.title} was due back on ${told.lastDay}`,
    `${told.title} was due back on ${told.lastDay}. Please return it to ${told.ownerName} today.`,
    told.closetContact,
  ],
  'mark-late': (told) => [
    `${told.title} is late`,
    `${told.title} was due back on ${told.lastDay}. Please return it to ${told.ownerName} as soon as you can.`,
    told.closetContact,
  ],
  'record-return': (told) => [
    `${told.title} was returned`,
    `Thank you. ${told.ownerName} has ${told.title} back and will check its condition within a few days.`,
  ],
  'approve-condition': (told) => [
    `Your rental of ${told.title} is complete`,
    `${told.title} came back in good condition. None of your deposit was kept.`,
  ],
  'keep-deposit': (told) => [
    `${shortDollars(told.keptCents)} of your deposit was kept`,
    `${told.ownerName} kept ${shortDollars(told.keptCents)} of your deposit for ${told.title}.`,
    ...(told.conditionNotes ? [`Reason: “${told.conditionNotes}”`] : []),
    `If you do not agree, tell us within 48 hours at ${told.helpUrl}. We can reduce the amount or return it. ${told.photos ? 'The photos taken at return are on your rental page.' : ''}`.trim(),
    'The rest is refunded to your card after that, once you have no other rental open. If you want to rent before then, you can add what is missing on the page of any item.',
  ],
  'reduce-kept-deposit': (told) => [
    told.keptCents > 0
      ? `The amount kept from your deposit is now ${shortDollars(told.keptCents)}`
      : 'None of your deposit is kept',
    told.keptCents > 0
      ? `We reviewed your rental of ${told.title} again. ${shortDollars(told.keptCents)} of your deposit is now kept.`
      : `We reviewed your rental of ${told.title} again. None of your deposit is kept for it.`,
  ],
  'undo-accept': (told) => [
    `${told.title} is not confirmed yet`,
    `Your rental of ${told.title} ${told.dates} was confirmed by mistake. You will get an email when ${told.ownerName} confirms it.`,
  ],
  'undo-deliver': (told) => [
    `${told.title} has not been delivered yet`,
    `${told.title} was marked as delivered by mistake. ${told.ownerName} will still bring it to you.`,
    told.closetContact,
  ],
  'undo-late': (told) => [
    `${told.title} is no longer marked as late`,
    `${told.title} was marked as late by mistake.`,
  ],
  'undo-return': (told) => [
    `${told.title} has not been returned yet`,
    `${told.title} was marked as returned by mistake. It was due back on ${told.lastDay}.`,
    told.closetContact,
  ],
  reopen: (told) => [
    `Your rental of ${told.title} is open again`,
    `Your rental of ${told.title} ${told.dates} was cancelled by mistake. It is open again, and ${told.credits} were taken from your balance again.`,
    told.closetContact,
  ],
  'undo-review': (told) => [
    `${told.ownerName} will check ${told.title} again`,
    `The condition check of ${told.title} was completed by mistake. What we told you about your deposit for this rental no longer applies. We will email you again.`,
  ],
}
