import type { ReturnReason, ReturnRequestStatus } from '#db/enums.ts'
import type { ReturnRequestEvent } from '#db/jobs.ts'
import { inWords } from '#domain/shared/figures.ts'
import { answererOf, type CaseDetails, type CaseTexts, reasonsOf } from './case-emails.ts'
import { ANSWER_HOURS, DECISION_DAYS } from './case-limits.ts'
import { PAID_DAYS } from './return-limits.ts'

/** A return request, for emails; credits as text. */
export type ReturnDetails = CaseDetails & {
  readonly reason: ReturnReason
  readonly status: ReturnRequestStatus
  /** The credits it restores, such as '20 credits', and the part that the renter paid. */
  readonly credits: string
  readonly renterCredits: string
  /** The item was returned and the credits were restored. */
  readonly isRestored: boolean
  /** The credits restored to the renter's balance, in a sentence; empty until then. */
  readonly arrived: string
  /** An admin, not the owner, recorded the return. */
  readonly returnedByHemline: boolean
}

const REASON_CLAUSES = {
  no_show: 'because they did come',
  does_not_fit: 'because it does not fit',
  not_as_described: 'because it is not as described',
} as const satisfies Record<ReturnReason, string>

/** Empty paragraphs are left out. */
export const RETURN_TEXTS: CaseTexts<ReturnRequestEvent, ReturnDetails> = {
  requested: {
    renter: ({ title, ownerName, reason, renterCredits, answerDue, ownerPage }) => [
      `We have your return request for ${title}`,
      `You requested a return of ${title}, ${REASON_CLAUSES[reason]}.`,
      `${ownerPage === null ? `We have until ${answerDue} to respond for ${ownerName}` : `${ownerName} has until ${answerDue} to respond`}. If there is no response by then, your request will be accepted. If it is contested, we will decide within ${inWords(DECISION_DAYS, 'day')} of the response.`,
      `Once it is accepted and the item has arrived, we will return ${renterCredits} to your balance. Please do not wear the item.`,
    ],
    owner: ({ title, renterName, reason, words, answerDue }) => [
      `${renterName} requested a return of ${title}`,
      `${renterName} requested a return of ${title}, ${REASON_CLAUSES[reason]}.`,
      quoted(words),
      paidForWhenAccepted(reason),
      `Please accept or contest it by ${answerDue}. If you do not answer within ${inWords(ANSWER_HOURS, 'hour')}, it will be accepted.`,
    ],
  },
  remind: {
    owner: ({ title, renterName, answerDue }) => [
      `Reminder: please answer the return request for ${title}`,
      `${renterName} requested a return of ${title}. Please accept or contest it by ${answerDue}.`,
      'If you do not answer by then, the request will be accepted.',
    ],
  },
  contested: {
    renter: (details) => [
      `${answererOf(details)} contests your return request for ${details.title}`,
      `${answererOf(details)} writes:`,
      quoted(details.answer ?? ''),
      `We will review both statements, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
    owner: ({ title, renterName, answeredBy }) => [
      answeredBy === 'Hemline'
        ? `Hemline contested the return request for ${title}`
        : `We have your answer about ${title}`,
      `${answeredBy === 'Hemline' ? `Hemline contested the return request of ${renterName} for you.` : 'Thank you.'} We will review both statements, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
  },
  accepted: {
    renter: (details) => [
      `Your return request for ${details.title} was accepted`,
      details.answeredBy
        ? `${answererOf(details)} accepted your return request.`
        : `${details.ownerPage === null ? 'Nobody answered' : `${details.ownerName} did not answer`} in time, so your return request is accepted.`,
      quoted(details.answer ?? ''),
      renterOutcomeSentence(details),
    ],
    owner: (details) => [
      `The return request for ${details.title} was accepted`,
      details.answeredBy
        ? `${details.answeredBy === 'Hemline' ? 'Hemline' : 'You'} accepted the return request of ${details.renterName}.`
        : `${details.ownerPage === null ? 'Nobody answered' : 'You did not answer'} within ${inWords(ANSWER_HOURS, 'hour')}, so the return request of ${details.renterName} is accepted.`,
      ownerOutcomeSentence(details),
    ],
  },
  decided: {
    renter: (details) => [
      details.status === 'accepted'
        ? `Your return request for ${details.title} was accepted`
        : `Your return request for ${details.title} was refused`,
      details.status === 'accepted'
        ? renterOutcomeSentence(details)
        : 'The rental continues, and no credits are returned. This decision is final.',
      ...reasonsOf(details),
    ],
    owner: (details) => [
      `The return request for ${details.title} was decided`,
      details.status === 'accepted'
        ? `We accepted the return request of ${details.renterName}. ${ownerOutcomeSentence(details)}`
        : `We refused the return request of ${details.renterName}. The rental continues.`,
      ...reasonsOf(details),
    ],
  },
  withdrawn: {
    renter: ({ title }) => [
      `You withdrew your return request for ${title}`,
      'The rental continues, and you cannot request another return.',
    ],
    owner: ({ title, renterName }) => [
      `${renterName} withdrew the return request for ${title}`,
      'The rental continues. You do not need to do anything.',
    ],
  },
  restored: {
    renter: ({ title, arrived }) => [
      `Your credits for ${title} are back`,
      `${title} is back with its closet. ${arrived}`,
    ],
    owner: (details) => [
      `${details.renterName} got ${details.renterCredits} back for ${details.title}`,
      `${details.returnedByHemline ? 'Hemline' : 'You'} recorded the return of ${details.title}, so ${details.renterName} got ${details.renterCredits} back. You are not paid for ${unpaid(details)}.`,
    ],
  },
}

function renterOutcomeSentence({
  ownerName,
  renterCredits,
  isRestored,
  arrived,
  ownerPage,
}: ReturnDetails): string {
  if (isRestored) return arrived
  return `Please send it back unworn, and say so on your rental page. You will get ${renterCredits} back once ${ownerPage === null ? 'we have' : `${ownerName} has`} recorded the return.`
}

function ownerOutcomeSentence(details: ReturnDetails): string {
  const { renterName, renterCredits, isRestored, ownerPage } = details
  if (isRestored)
    return `The item is back with you, so ${renterName} got ${renterCredits} back. You are not paid for ${unpaid(details)}.`
  return `Please ${ownerPage === null ? 'tell us' : 'record the return'} once it is back with you. ${renterName} will then get ${renterCredits} back, and you will not be paid for ${unpaid(details)}.`
}

/** The credits that the closet does not earn; if goodwill paid for some, more than the renter's. */
const unpaid = ({ credits, renterCredits }: ReturnDetails) =>
  credits === renterCredits ? 'them' : credits

function paidForWhenAccepted(reason: ReturnReason): string {
  return reason === 'does_not_fit'
    ? `If it is accepted, you will be paid for ${inWords(PAID_DAYS, 'day')}.`
    : 'If it is accepted, you will not be paid for this rental.'
}

const quoted = (words: string) => (words === '' ? '' : `“${words}”`)
