import { CONTEST_HOURS } from '#domain/booking/rentals/stage/contest-time.ts'
import { ANSWER_WITHIN_DAYS, GOODWILL_MONTHS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { CORRECTION_HOURS } from '#domain/booking/rentals/stage/rental-stage.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { EmailDetails, EventEmails } from './email-words.ts'

const CANCEL_FREE =
  'You can cancel free of charge until it is delivered. Your credits come back with all the time that they have left today.'

/** Emails to a renter about each event of their rental. */
export const renterEmails: EventEmails = {
  request: (details) => [
    `Request sent: ${details.title}`,
    `You requested ${details.title} ${details.dates}, for ${details.creditsOfRenter}.`,
    details.chosenForRenter,
    `We let ${details.ownerName} know. They answer by ${details.answerBy}, and you will get an email. If they do not, we will cancel the request and return your credits.`,
    CANCEL_FREE,
  ],
  accept: (details) => [
    `${details.ownerName} confirmed ${details.title}`,
    details.by === 'system'
      ? `You rented ${details.title} ${details.dates}, for ${details.creditsOfRenter}. ${details.ownerName} accepts automatically, so your rental is confirmed, and ${details.ownerName} ${details.willArrange}.`
      : `Your rental of ${details.title} ${details.dates} is confirmed. ${details.ownerName} ${details.willArrange}.`,
    details.by === 'system' ? CANCEL_FREE : '',
    details.closetContact,
  ],
  cancel: (details) => [
    ...(details.by === 'owner' && !details.wasAccepted ? declined(details) : canceled(details)),
    details.creditsReturned,
  ],
  'expire-request': (details) => [
    `${details.ownerPage === null ? 'Nobody answered' : `${details.ownerName} did not answer`} your request for ${details.title}`,
    `We are sorry: ${details.ownerPage === null ? 'nobody confirmed' : `${details.ownerName} did not confirm`} your rental of ${details.title} ${details.dates} in time, so we canceled it.`,
    details.creditsReturned,
  ],
  deliver: (details) => [
    `${details.title} was delivered`,
    `${details.ownerName} marked ${details.title} as delivered. ${
      details.isOver
        ? `It was due back on ${details.lastDay}; if you still have it, please return it now.`
        : `Enjoy it, and please return it by ${details.lastDay}.`
    }`,
    `If it has not reached you, contact ${details.ownerName} right away. ${details.closetContact}`,
  ],
  'fail-delivery': (details) => [
    `${details.title} could not be delivered`,
    `We are sorry: ${details.title} could not be delivered, so your rental ${details.dates} was canceled.`,
    details.creditsReturned,
  ],
  'mark-no-show': (details) => [
    `${details.ownerName} says that you did not come for ${details.title}`,
    `${details.ownerName} says that you did not come for ${details.title}, so your rental ${details.dates} has ended. Its first week stays paid.`,
    details.creditsReturned,
    `If you did come, or were not told when and where, you can contest it on the page of the rental for ${inWords(CONTEST_HOURS, 'hour')}.`,
  ],
  'ask-about-delivery': (details) => [
    `Did you receive ${details.title}?`,
    `Your rental of ${details.title} ended on ${details.lastDay}, but ${details.ownerName} never marked it as delivered.`,
    `Please tell us whether it was delivered. If neither of you confirms the delivery within ${inWords(ANSWER_WITHIN_DAYS, 'day')}, we will cancel the rental and return your credits.`,
    details.closetContact,
  ],
  'cancel-undelivered': (details) => [
    `Your rental of ${details.title} was canceled`,
    `Nobody told us that ${details.title} was delivered for your rental ${details.dates}, so we canceled it.`,
    details.creditsReturned,
  ],
  extend: (details) => [
    `You are keeping ${details.title} until ${details.lastDay}`,
    `Your rental of ${details.title} is now ${details.dates}, for a total of ${details.creditsOfRenter}.`,
    `We let ${details.ownerName} know. Please return it by ${details.lastDay}.`,
  ],
  'propose-dates': (details) => [
    `You asked for other dates: ${details.title}`,
    details.proposed
      ? `You asked ${details.ownerName} to have your rental of ${details.title} ${details.proposed.dates} instead. They answer by ${details.proposed.answerBy}, and you will get an email.`
      : `You asked ${details.ownerName} to move your rental of ${details.title}.`,
    `Until then your rental stays as it is: ${details.dates}.`,
    details.proposed?.price ?? '',
  ],
  'change-dates': (details) => [
    `New dates: ${details.title}`,
    `Your ${details.isRequest ? 'request for' : 'rental of'} ${details.title} is now ${details.dates}, for a total of ${details.creditsOfRenter}.`,
    details.isRequest
      ? `${details.ownerName} answers by ${details.answerBy}, and you will get an email.`
      : `${details.ownerName} ${details.willArrange}.`,
  ],
  'keep-dates': (details) => [
    `The dates stay as they are: ${details.title}`,
    details.by === 'renter'
      ? `You no longer want other dates for ${details.title}.`
      : details.by === 'system'
        ? `${details.ownerPage === null ? 'Nobody answered' : `${details.ownerName} did not answer`} in time whether your rental of ${details.title} can move.`
        : `${details.by === 'admin' ? 'Hemline' : details.ownerName} cannot move your rental of ${details.title} to the dates that you asked for.`,
    `Your rental is ${details.dates} as before. If the other dates would have cost more, the difference is back in your balance.`,
  ],
  'remind-of-return': (details) => [
    `${details.title} is due back tomorrow`,
    `Your rental of ${details.title} ends tomorrow, on ${details.lastDay}. ${details.returnInstructions.length > 0 ? 'Please return it by the end of that day.' : `Please arrange its return with ${details.ownerName}.`}`,
    ...details.returnInstructions,
    details.closetContact,
  ],
  'remind-of-overdue': (details) => [
    `${details.title} was due back on ${details.lastDay}`,
    `${details.title} was due back on ${details.lastDay}. Please return it to ${details.ownerName} today.`,
    details.closetContact,
  ],
  'mark-late': (details) => [
    `${details.title} is late`,
    `${details.title} was due back on ${details.lastDay}. Please return it to ${details.ownerName} as soon as you can.`,
    details.closetContact,
  ],
  'mark-lost': (details) => [
    `${details.title} did not come back`,
    `${details.ownerName} told us that ${details.title} never came back. It was due back on ${details.lastDay}.`,
    details.withheldCents > 0
      ? `${dollars(details.withheldCents)}, all that was left of your deposit, is kept for it.`
      : 'Nothing was left of your deposit to keep for it.',
    `What ${details.ownerName} says: “${details.conditionNotes}”`,
    `If you still have it, please return it now: once ${details.ownerName} has it, its condition is checked as usual.`,
    details.withheldCents > 0
      ? `If you have returned it, or do not agree, you can appeal within ${inWords(APPEAL_DAYS, 'day')} on your rental page.`
      : details.closetContact,
  ],
  'turn-up': (details) => [
    `${details.title} is back`,
    `${details.ownerName} has ${details.title} back.`,
    details.withheldCents > 0
      ? `${dollars(details.withheldCents)} of your deposit stays kept, unless your appeal returns it.`
      : 'What we told you about your deposit for this rental no longer applies: its condition is checked as usual, and you will get another email.',
  ],
  'record-return': (details) => [
    `${details.title} was returned`,
    `Thank you. ${details.ownerName} has ${details.title} back and will check its condition within a few days.`,
  ],
  'approve-condition': (details) => [
    `Your rental of ${details.title} is complete`,
    `${details.title} came back in good condition. None of your deposit was kept.`,
    details.conditionNotes ? `Note on its condition: “${details.conditionNotes}”` : '',
  ],
  'keep-deposit': (details) => [
    `${dollars(details.withheldCents)} of your deposit was kept`,
    `${details.ownerName} kept ${dollars(details.withheldCents)} of your deposit for ${details.title}.`,
    ...(details.conditionNotes ? [`Reason: “${details.conditionNotes}”`] : []),
    `If you do not agree, you can appeal within ${inWords(APPEAL_DAYS, 'day')} on your rental page. We can reduce the amount or return it. ${details.photos ? 'The photos taken at return are there, too.' : ''}`.trim(),
    details.restCents > 0
      ? `The rest will be refunded to your card after ${inWords(CORRECTION_HOURS / 24, 'day')}, once you have no other rental open. To rent before then, you can top up your deposit on any item page.`
      : 'To rent again, you can pay a new deposit on any item page.',
  ],
  'reduce-withheld': (details) => [
    details.withheldCents > 0
      ? `The amount kept from your deposit is now ${dollars(details.withheldCents)}`
      : 'None of your deposit is kept',
    details.withheldCents > 0
      ? `We reviewed your rental of ${details.title} again. ${dollars(details.withheldCents)} of your deposit is now kept.`
      : `We reviewed your rental of ${details.title} again. None of your deposit is kept for it.`,
  ],
  'undo-accept': (details) => [
    `${details.title} is not confirmed yet`,
    `Your rental of ${details.title} ${details.dates} was confirmed by mistake. ${details.ownerName} answers by ${details.answerBy}, and you will get an email.`,
  ],
  'undo-deliver': (details) => [
    `${details.title} has not been delivered yet`,
    `${details.title} was marked as delivered by mistake. ${details.ownerName} will still bring it to you.`,
    details.closetContact,
  ],
  'undo-late': (details) => [
    `${details.title} is no longer marked as late`,
    `${details.title} was marked as late by mistake.`,
  ],
  'at-risk': (details) => [
    `${details.title} may not be back in time`,
    details.isLateSentBack
      ? `${details.title} was sent back, but it has not arrived yet. Your rental is ${details.dates}.`
      : `The previous rental of ${details.title} is late, and yours is ${details.dates}. We have asked for it back.`,
    'You can wait, choose another item for the same days, or cancel free of charge.',
    `If it is not back by ${details.decidedAt}, we will cancel your rental and return all your credits.`,
  ],
  'delay-next': (details) => [
    `Someone is waiting for ${details.title}`,
    `${details.title} was due back on ${details.lastDay}, and its next rental starts soon. Please return it today. Once you have sent it back, tell us on your rental page.`,
    details.closetContact,
  ],
  'risk-over': (details) => [
    `Your rental of ${details.title} is no longer at risk`,
    `We told you that ${details.title} might not be back in time. The delay is over, and your rental ${details.dates} can go ahead as planned.`,
  ],
  'previous-late': (details) => [
    `Your rental of ${details.title} was canceled`,
    `We are sorry: ${details.title} did not come back in time from the rental before yours, so we canceled your rental ${details.dates}.`,
    details.creditsReturned,
    details.lateGoodwill > 0
      ? `We have added ${details.lateGoodwill} credits. You can use them for any rental in the next ${inWords(GOODWILL_MONTHS, 'month')}.`
      : '',
  ],
  swap: (details) => [
    `You swapped ${details.title} for another item`,
    `We canceled your rental of ${details.title} ${details.dates} and requested the item you chose instead for the same days.`,
    'You pay no extra credits, and your deposit covers the new rental. If the new item costs less, the difference is back in your balance.',
    'You will get an email when its closet confirms the request.',
  ],
  'undo-lost': (details) => [
    `${details.title} is no longer marked as lost`,
    `It was a mistake that ${details.title} never came back. What we told you about your deposit for this rental no longer applies.`,
    `It was due back on ${details.lastDay}.`,
    details.closetContact,
  ],
  'undo-send-back': (details) => [
    `${details.title} is no longer marked as sent back`,
    `Hemline corrected your rental of ${details.title}: it has not been sent back yet. It was due back on ${details.lastDay}.`,
    details.closetContact,
  ],
  'undo-return': (details) => [
    `${details.title} has not been returned yet`,
    `${details.title} was marked as returned by mistake. It was due back on ${details.lastDay}.`,
    details.closetContact,
  ],
  reopen: (details) => [
    `Your rental of ${details.title} is open again`,
    `Your rental of ${details.title} ${details.dates} was canceled by mistake. It is open again.`,
    details.creditsTaken,
    details.closetContact,
  ],
  'undo-review': (details) => [
    `${details.ownerName} will check ${details.title} again`,
    `The condition check of ${details.title} was completed by mistake. What we told you about your deposit for this rental no longer applies. We will email you again.`,
  ],
}

function declined({ title, dates, ownerName }: EmailDetails): [string, string] {
  return [
    `${ownerName} declined your request for ${title}`,
    `${ownerName} declined your request for ${title} ${dates}.`,
  ]
}

function canceled({ by, title, dates, ownerName }: EmailDetails): [string, string] {
  return [
    `Your rental of ${title} was canceled`,
    by === 'renter'
      ? `You canceled your rental of ${title} ${dates}.`
      : `${by === 'admin' ? 'Hemline' : ownerName} canceled your rental of ${title} ${dates}.`,
  ]
}
