import type { AppealStatus } from '#db/enums.ts'
import type { AppealEvent } from '#db/jobs.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { answererOf, type CaseDetails, type CaseTexts, reasonsOf } from './case-emails.ts'
import { ANSWER_HOURS, DECISION_DAYS } from './case-limits.ts'

/** An appeal as emails describe it; amounts in cents. */
export type AppealDetails = CaseDetails & {
  readonly withheldCents: number
  readonly returnedCents: number
  readonly status: AppealStatus
  /** An admin withheld the money instead of the owner. */
  readonly withheldByHemline: boolean
}

export const APPEAL_TEXTS: CaseTexts<AppealEvent, AppealDetails> = {
  filed: {
    renter: ({ title, withheldCents, ownerName, answerDue, ownerPage }) => [
      `We have your appeal about ${title}`,
      `You appealed against the ${dollars(withheldCents)} that ${ownerName} kept of your deposit for ${title}.`,
      `${ownerPage === null ? `We have until ${answerDue} to respond for ${ownerName}` : `${ownerName} has until ${answerDue} to respond`}. If there is no response by then, you will get the money back. Otherwise, we will decide within ${inWords(DECISION_DAYS, 'day')} of the response.`,
    ],
    owner: ({ title, withheldCents, renterName, words, answerDue, withheldByHemline }) => [
      `${renterName} appeals against ${dollars(withheldCents)} kept for ${title}`,
      `${withheldByHemline ? 'Hemline' : 'You'} kept ${dollars(withheldCents)} of the deposit for ${title}. ${renterName} writes:`,
      `“${words}”`,
      `Please answer by ${answerDue} and show the damage in photos. If you do not answer within ${inWords(ANSWER_HOURS, 'hour')}, ${renterName} will get the money back.`,
    ],
  },
  remind: {
    owner: ({ title, withheldCents, renterName, answerDue, withheldByHemline }) => [
      `Reminder: please answer the appeal about ${title}`,
      `${renterName} appealed against the ${dollars(withheldCents)} that ${you(withheldByHemline)} kept for ${title}. Please answer by ${answerDue}.`,
      `If you do not answer by then, ${renterName} will get the money back.`,
    ],
  },
  answered: {
    renter: (details) => [
      `${answererOf(details)} answered your appeal about ${details.title}`,
      `${answererOf(details)} writes:`,
      `“${details.answer ?? ''}”`,
      `We will review both statements and all photos, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
    owner: ({ title, renterName, answeredBy }) => [
      answeredBy === 'Hemline'
        ? `Hemline answered the appeal about ${title}`
        : `We have your answer about ${title}`,
      `${answeredBy === 'Hemline' ? `Hemline answered the appeal of ${renterName} for you.` : 'Thank you.'} We will review both statements and all photos, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
  },
  decided: {
    renter: (details) => [
      details.status === 'upheld'
        ? `Your appeal about ${details.title} was not granted`
        : `You will get ${dollars(details.returnedCents)} of your deposit back`,
      renterOutcome(details),
      ...reasonsOf(details),
      ...(details.status === 'upheld'
        ? []
        : ['You will get an email once it is refunded to the card you paid with.']),
    ],
    owner: (details) => [
      `The appeal about ${details.title} was decided`,
      ownerOutcome(details),
      ...reasonsOf(details),
    ],
  },
  withdrawn: {
    renter: ({ title, ownerName, withheldCents }) => [
      `You withdrew your appeal about ${title}`,
      `${ownerName} keeps ${dollars(withheldCents)}, and you cannot appeal again.`,
    ],
    owner: ({ title, renterName, withheldCents }) => [
      `${renterName} withdrew the appeal about ${title}`,
      `You keep the ${dollars(withheldCents)}. You do not need to do anything.`,
    ],
  },
}

function renterOutcome({
  status,
  title,
  ownerName,
  withheldCents,
  returnedCents,
  reasons,
  ownerPage,
}: AppealDetails) {
  if (status === 'upheld')
    return `${ownerName} keeps ${dollars(withheldCents)} of your deposit for ${title}. This decision is final.`
  if (status === 'reduced')
    return `We reduced what ${ownerName} keeps for ${title} from ${dollars(withheldCents)} to ${dollars(withheldCents - returnedCents)}. This decision is final.`
  return reasons === null
    ? `${ownerPage === null ? 'Nobody answered' : `${ownerName} did not answer`} your appeal about ${title} in time, so you will get back the full amount that was kept.`
    : `We granted your appeal about ${title}: you will get back the full amount that was kept.`
}

function ownerOutcome({
  status,
  title,
  renterName,
  withheldCents,
  returnedCents,
  reasons,
  withheldByHemline,
  ownerPage,
}: AppealDetails) {
  const keeper = you(withheldByHemline)
  if (status === 'upheld')
    return `You keep the ${dollars(withheldCents)} for ${title}. This decision is final.`
  if (status === 'reduced')
    return `${renterName} will get back ${dollars(returnedCents)} of the ${dollars(withheldCents)} that ${keeper} kept for ${title}. You keep ${dollars(withheldCents - returnedCents)}. This decision is final.`
  return reasons === null
    ? `${ownerPage === null ? 'Nobody answered' : 'You did not answer'} the appeal about ${title} in time, so ${renterName} will get the ${dollars(withheldCents)} back.`
    : `${renterName} will get back the ${dollars(withheldCents)} that ${keeper} kept for ${title}. This decision is final.`
}

const you = (byHemline: boolean) => (byHemline ? 'Hemline' : 'you')
