import type { RentalEvent } from '#db/jobs.ts'
import {
  ANSWER_WITHIN_DAYS,
  APPROVE_AFTER_DAYS,
} from '#domain/booking/rentals/stage/deadline-days.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { EventEmails } from './email-words.ts'

/** Events whose email asks the owner to act. Without a page an owner cannot: admins act instead. */
export const ASKS_OWNER: ReadonlySet<RentalEvent> = new Set<RentalEvent>([
  'request',
  'remind-of-request',
  'propose-dates',
  'remind-of-dates',
  'ask-about-delivery',
  'confirm-delivery',
  'deny-delivery',
  'mark-lost',
  'turn-up',
  'send-back',
  'at-risk',
  'record-return',
  'undo-accept',
  'undo-deliver',
  'reopen',
  'undo-review',
])

/**
 * Emails to a closet about what others do with its rentals. It is not emailed about its own steps,
 * and gets its to-do list in one email a day.
 */
export const ownerEmails: EventEmails = {
  request: (details) => [
    `New request: ${details.title}`,
    `${details.renterName} wants to rent your ${details.title} ${details.dates}.`,
    `Please accept or decline it by ${details.answerBy}. After that, we will cancel the request.`,
    details.chosenForCloset,
    details.turnaround,
    details.handover,
  ],
  'remind-of-request': (details) => [
    `${details.renterName} is waiting for your answer: ${details.title}`,
    `${details.renterName} wants to rent your ${details.title} ${details.dates}, and you have not answered yet.`,
    `Please accept or decline it by ${details.answerBy}. After that, we will cancel the request.`,
    details.chosenForCloset,
  ],
  accept: (details) => [
    details.by === 'system'
      ? `New rental: ${details.title}`
      : `The rental of ${details.title} was accepted`,
    details.by === 'system'
      ? `${details.renterName} rented your ${details.title} ${details.dates}. You accept such requests automatically, so it is confirmed.`
      : `Hemline accepted the rental of ${details.title} by ${details.renterName} ${details.dates} for you.`,
    details.chosenForCloset,
    details.by === 'system' ? details.turnaround : '',
    details.handover,
  ],
  cancel: (details) => [
    `The rental of ${details.title} was canceled`,
    `${details.by === 'admin' ? 'Hemline' : details.renterName} canceled the rental of ${details.title} ${details.dates}.`,
    'The item can be rented again.',
  ],
  'expire-request': (details) => [
    `A request for ${details.title} has expired`,
    `${details.ownerPage === null ? 'Nobody answered' : 'You did not answer'} ${details.renterName}’s request to rent ${details.title} ${details.dates}, so we canceled it.`,
    'The item can be rented again.',
  ],
  deliver: (details) => [
    `${details.title} was marked as delivered`,
    `Hemline marked ${details.title} as delivered to ${details.renterName}. It ${details.isOver ? 'was' : 'is'} due back on ${details.lastDay}.`,
  ],
  'fail-delivery': (details) => [
    `The delivery of ${details.title} failed`,
    `Hemline marked the delivery of ${details.title} to ${details.renterName} as failed. The rental is canceled.`,
    'The item can be rented again.',
  ],
  'mark-no-show': (details) => [
    `${details.renterName} did not come for ${details.title}`,
    `Hemline recorded that ${details.renterName} did not come for ${details.title} ${details.dates}. The rental has ended. You earn its first week, unless ${details.renterName} contests it.`,
    'The item can be rented again.',
  ],
  'ask-about-delivery': (details) => [
    `Was ${details.title} delivered?`,
    `The rental of ${details.title} by ${details.renterName} ended on ${details.lastDay}, but it was never marked as delivered.`,
    `If you delivered it, please mark it as delivered within ${inWords(ANSWER_WITHIN_DAYS, 'day')}. Otherwise, we will cancel the rental and return the credits.`,
    details.handover,
  ],
  'confirm-delivery': (details) => [
    `${details.renterName} received ${details.title}`,
    `${details.renterName} told us that ${details.title} was delivered. It was due back on ${details.lastDay}: please mark it as returned once you have it.`,
    details.handover,
  ],
  'deny-delivery': (details) => [
    `${details.renterName} did not receive ${details.title}`,
    `${details.renterName} told us that ${details.title} never arrived.`,
    `If you delivered it, please mark it as delivered within ${inWords(ANSWER_WITHIN_DAYS, 'day')} of our first email. Otherwise, we will cancel the rental and return the credits.`,
    details.handover,
  ],
  'cancel-undelivered': (details) => [
    `The rental of ${details.title} was canceled`,
    `${details.title} was never marked as delivered to ${details.renterName}, so we canceled the rental ${details.dates} and returned the credits.`,
    'The item can be rented again. If you did deliver it, please contact us.',
  ],
  extend: (details) => [
    `${details.renterName} is keeping ${details.title} until ${details.lastDay}`,
    `${details.renterName} extended the rental of ${details.title}: it is now ${details.dates}, for a total of ${details.credits}.`,
  ],
  'propose-dates': (details) => [
    `${details.renterName} would like other dates: ${details.title}`,
    details.proposed
      ? `${details.renterName} has rented your ${details.title} ${details.dates}, and would like it ${details.proposed.dates} instead, for a total of ${details.proposed.credits}.`
      : `${details.renterName} asked for other dates.`,
    details.proposed
      ? `Please accept them or keep the old dates by ${details.proposed.answerBy}. After that, the old dates stay. Until then, both are booked.`
      : '',
  ],
  'remind-of-dates': (details) => [
    `${details.renterName} is waiting for your answer: ${details.title}`,
    details.proposed
      ? `${details.renterName} has rented your ${details.title} ${details.dates}, and would like it ${details.proposed.dates} instead. Please answer by ${details.proposed.answerBy}. After that, the old dates stay.`
      : `${details.renterName} asked for other dates.`,
  ],
  'change-dates': (details) => [
    `New dates: ${details.title}`,
    `${details.by === 'admin' ? `Hemline moved the rental of ${details.title} by ${details.renterName}` : `${details.renterName} moved the ${details.isRequest ? 'request for' : 'rental of'} ${details.title}`}: it is now ${details.dates}, for a total of ${details.credits}.`,
    details.isRequest
      ? `Please accept or decline it by ${details.answerBy}. After that, we will cancel the request.`
      : '',
    details.turnaround,
  ],
  'keep-dates': (details) => [
    `The dates stay as they are: ${details.title}`,
    details.by === 'renter'
      ? `${details.renterName} no longer wants other dates for ${details.title}. The rental is ${details.dates} as before.`
      : details.by === 'system'
        ? `${details.ownerPage === null ? 'Nobody' : 'You did not'} ${details.ownerPage === null ? 'answered' : 'answer'} in time, so the rental of ${details.title} by ${details.renterName} is ${details.dates} as before.`
        : `Hemline kept the dates of the rental of ${details.title} by ${details.renterName}: ${details.dates}.`,
  ],
  'mark-late': (details) => [
    `${details.title} was marked as late`,
    `Hemline marked ${details.title} as late and asked ${details.renterName} to return it. It was due back on ${details.lastDay}.`,
  ],
  'mark-lost': (details) => [
    `${details.title} was marked as lost`,
    `Hemline recorded that ${details.title} never came back from ${details.renterName}. It was due back on ${details.lastDay}.`,
    'The item is paused, and its later rentals are canceled. Once you have it back, please say so on the page of the rental.',
  ],
  'turn-up': (details) => [
    `${details.title} is back`,
    details.withheldCents > 0
      ? `Hemline recorded that ${details.title} is back. It can be rented again.`
      : `Hemline recorded that ${details.title} is back. Please check its condition.`,
  ],
  'undo-lost': (details) => [
    `${details.title} is no longer marked as lost`,
    `Hemline corrected the rental of ${details.title} by ${details.renterName}: the item is late, and not lost. It was due back on ${details.lastDay}.`,
  ],
  'send-back': (details) => [
    `${details.renterName} sent ${details.title} back`,
    `${details.renterName} told us that ${details.title} is on its way back to you. ${details.tracking}`.trim(),
    'Please mark it as returned once you have it, and check its condition.',
  ],
  'undo-send-back': (details) => [
    `${details.title} has not been sent back yet`,
    `${details.by === 'renter' ? details.renterName : 'Hemline'} corrected the rental of ${details.title}: it has not been sent back yet. It was due back on ${details.lastDay}.`,
  ],
  'at-risk': (details) => [
    `The next rental of ${details.title} is at risk`,
    details.isLateSentBack
      ? `${details.lateName} has sent ${details.title} back, but it is not marked as returned yet. ${details.renterName} has rented it ${details.dates}.`
      : `${details.title} is late, and ${details.renterName} has rented it ${details.dates}.`,
    `If you do not mark it as returned by ${details.decidedAt}, we will cancel that rental and return the credits.${details.isLateSentBack ? '' : ` Please ask ${details.lateName} to return it.`}`,
  ],
  'risk-over': (details) => [
    `The next rental of ${details.title} is no longer at risk`,
    `The delay is over, and ${details.renterName}’s rental of ${details.title} ${details.dates} can go ahead as planned.`,
  ],
  'previous-late': (details) => [
    `The next rental of ${details.title} was canceled`,
    `${details.title} was not back in time, so we canceled ${details.renterName}’s rental ${details.dates} and returned the credits. We know that this was not your fault.`,
  ],
  swap: (details) => [
    `${details.renterName} chose another item instead of ${details.title}`,
    details.isAtRisk
      ? `${details.title} is late, so ${details.renterName} swapped it for another item. The rental ${details.dates} is canceled. We know that this was not your fault.`
      : `${details.title} was not marked as delivered on its first day, so ${details.renterName} chose another item. The rental ${details.dates} is canceled.`,
  ],
  'record-return': (details) => [
    `Please check the condition of ${details.title}`,
    `Hemline marked ${details.title} as returned by ${details.renterName}. If you do not check it within ${inWords(APPROVE_AFTER_DAYS, 'day')}, it will be approved automatically.`,
  ],
  'approve-condition': (details) => [
    `The rental of ${details.title} is complete`,
    details.by === 'system'
      ? `The condition of ${details.title} was not checked within ${inWords(APPROVE_AFTER_DAYS, 'day')}, so it was approved automatically.`
      : `Hemline approved the condition of ${details.title}.`,
    'The item can be rented again.',
  ],
  'keep-deposit': (details) => [
    `${dollars(details.withheldCents)} of the deposit for ${details.title} was kept`,
    `Hemline kept ${dollars(details.withheldCents)} of ${details.renterName}’s deposit for ${details.title}.`,
    'The item can be rented again.',
  ],
  'reduce-withheld': (details) => [
    details.withheldCents > 0
      ? `The amount kept for ${details.title} was reduced`
      : `None of the deposit for ${details.title} is kept`,
    `Hemline reviewed the rental of ${details.title} again. ${details.withheldCents > 0 ? dollars(details.withheldCents) : 'None'} of ${details.renterName}’s deposit is now kept.`,
  ],
  'undo-accept': (details) => [
    `Please answer the request for ${details.title} again`,
    `Hemline undid the acceptance of ${details.renterName}’s request for ${details.title} ${details.dates}. Please accept or decline it by ${details.answerBy}.`,
  ],
  'undo-deliver': (details) => [
    `${details.title} is no longer marked as delivered`,
    details.by === 'renter'
      ? `${details.renterName} told us by mistake that ${details.title} was delivered. If you delivered it, please mark it as delivered.`
      : `Hemline corrected the rental of ${details.title}: it has not been delivered to ${details.renterName} yet.`,
    details.handover,
  ],
  'undo-late': (details) => [
    `${details.title} is no longer marked as late`,
    `Hemline corrected the rental of ${details.title} by ${details.renterName}: it is no longer marked as late.`,
  ],
  'undo-return': (details) => [
    `${details.title} is no longer marked as returned`,
    `Hemline corrected the rental of ${details.title}: ${details.renterName} has not returned it yet.`,
  ],
  reopen: (details) => [
    `The rental of ${details.title} is open again`,
    `Hemline reopened the rental of ${details.title} by ${details.renterName} ${details.dates}. Please mark it as delivered once it is handed over.`,
    details.handover,
  ],
  'undo-review': (details) => [
    `Please check the condition of ${details.title} again`,
    `Hemline reopened the condition check of ${details.title}, rented by ${details.renterName}.`,
  ],
}
