import type { ReturnRequestEvent } from '#db/jobs.ts'
import { inWords } from '#domain/shared/figures.ts'
import { answererOf, type CaseTexts, reasonsOf } from './case-emails.ts'
import { ANSWER_HOURS, DECISION_DAYS } from './case-limits.ts'
import type { ReturnDetails } from './return-emails.ts'

/** A renter contests that they did not come. Empty paragraphs are left out. */
export const NO_SHOW_TEXTS: CaseTexts<ReturnRequestEvent, ReturnDetails> = {
  requested: {
    renter: ({ title, ownerName, ownerPage, answerDue }) => [
      `We have your statement about ${title}`,
      `You contest that you did not come for ${title}.`,
      `${ownerPage === null ? `We have until ${answerDue} to respond for ${ownerName}` : `${ownerName} has until ${answerDue} to respond`}. If there is no response by then, you will get the first week back. Otherwise, we will decide within ${inWords(DECISION_DAYS, 'day')} of the response.`,
    ],
    owner: ({ title, renterName, words, answerDue }) => [
      `${renterName} contests not having come for ${title}`,
      `${renterName} contests not having come for ${title}:`,
      quoted(words),
      `Please answer by ${answerDue}. If you do not answer within ${inWords(ANSWER_HOURS, 'hour')}, ${renterName} will get the first week back, and you will not be paid for it.`,
    ],
  },
  remind: {
    owner: ({ title, renterName, answerDue }) => [
      `Reminder: please answer ${renterName} about ${title}`,
      `${renterName} contests not having come for ${title}. Please answer by ${answerDue}.`,
      'If you do not answer by then, you will not be paid for the first week.',
    ],
  },
  contested: {
    renter: (details) => [
      `${answererOf(details)} answered about ${details.title}`,
      `${answererOf(details)} writes:`,
      quoted(details.answer ?? ''),
      `We will review both statements, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
    owner: ({ title, renterName, answeredBy }) => [
      answeredBy === 'Hemline'
        ? `Hemline answered ${renterName} about ${title}`
        : `We have your answer about ${title}`,
      `${answeredBy === 'Hemline' ? `Hemline answered ${renterName} for you.` : 'Thank you.'} We will review both statements, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
  },
  accepted: {
    renter: (details) => [
      `Your credits for ${details.title} are back`,
      details.answeredBy
        ? `${answererOf(details)} agrees with you.`
        : `${details.ownerPage === null ? 'Nobody answered' : `${details.ownerName} did not answer`} in time.`,
      quoted(details.answer ?? ''),
      details.arrived,
    ],
    owner: (details) => [
      `${details.renterName} got the first week of ${details.title} back`,
      details.answeredBy
        ? `${details.answeredBy === 'Hemline' ? 'Hemline' : 'You'} agreed with ${details.renterName}, who got the first week back.`
        : `${details.ownerPage === null ? 'Nobody answered' : 'You did not answer'} within ${inWords(ANSWER_HOURS, 'hour')}, so ${details.renterName} got the first week back.`,
      'You are not paid for this rental.',
    ],
  },
  decided: {
    renter: (details) => [
      details.status === 'accepted'
        ? `Your credits for ${details.title} are back`
        : `The first week of ${details.title} stays paid`,
      details.status === 'accepted'
        ? details.arrived
        : 'We decided that the first week stays paid. This decision is final.',
      ...reasonsOf(details),
    ],
    owner: (details) => [
      `We decided about ${details.title}`,
      details.status === 'accepted'
        ? `${details.renterName} got the first week back. You are not paid for this rental.`
        : `The first week stays paid by ${details.renterName}, and you earn it.`,
      ...reasonsOf(details),
    ],
  },
  withdrawn: {
    renter: ({ title }) => [
      `You no longer contest that you did not come for ${title}`,
      'The first week stays paid. You cannot contest it again.',
    ],
    owner: ({ title, renterName }) => [
      `${renterName} no longer contests not having come for ${title}`,
      'The first week stays paid, and you earn it.',
    ],
  },
  restored: {},
}

const quoted = (words: string) => (words === '' ? '' : `“${words}”`)
