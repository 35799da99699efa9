import type { AppealStatus } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import type { AppealEvent } from '#db/jobs.ts'
import { ANSWER_HOURS, DECISION_DAYS } from '#domain/care/cases/case-times.ts'
import { type Email, writeEmail } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'

/** An appeal as emails describe it; amounts in cents, times as text. */
export type AppealDetails = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  readonly withheldCents: number
  readonly returnedCents: number
  readonly status: AppealStatus
  readonly words: string
  readonly answer: string | null
  readonly reasons: string | null
  readonly answerDue: string
  /** An admin withheld the money or answered, instead of the owner. */
  readonly withheldByHemline: boolean
  readonly answeredByHemline: boolean
  /** Where the owner sees the rental; null for a blocked closet. */
  readonly ownerPage: string | null
  readonly origin: string
}

type Side = 'renter' | 'owner'
type Words = readonly [subject: string, ...paragraphs: string[]]

/** The email about a turn of an appeal to one of its sides; null when that side needs none. */
export function appealEmail(event: AppealEvent, side: Side, details: AppealDetails): Email | null {
  const words = EMAILS[event][side]?.(details)
  if (!words) return null
  const [subject, ...paragraphs] = words
  const { renterName, ownerName, origin, rentalId, ownerPage } = details
  const page = side === 'renter' ? pages.rental(rentalId) : ownerPage
  return writeEmail({
    template: `appeal-${event}${side === 'owner' ? '-owner' : ''}`,
    subject,
    greeting: hello(side === 'renter' ? renterName : ownerName),
    paragraphs,
    ...(page && {
      button: {
        text: side === 'owner' && ASKS_OWNER.has(event) ? 'Answer the appeal' : 'Open the rental',
        url: `${origin}${page}#appeal`,
      },
    }),
  })
}

/** Events after which the owner has to answer. */
export const ASKS_OWNER: ReadonlySet<AppealEvent> = new Set(['filed', 'remind'])

type BySide = { readonly [Key in Side]?: (details: AppealDetails) => Words }

const EMAILS: Readonly<Record<AppealEvent, BySide>> = {
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
    renter: ({ title, ownerName, answer, answeredByHemline }) => [
      `${answeredByHemline ? 'Hemline' : ownerName} answered your appeal about ${title}`,
      `${answeredByHemline ? 'Hemline' : ownerName} writes:`,
      `“${answer ?? ''}”`,
      `We will review both statements and all photos, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
    ],
    owner: ({ title, renterName, answeredByHemline }) => [
      answeredByHemline
        ? `Hemline answered the appeal about ${title}`
        : `We have your answer about ${title}`,
      `${answeredByHemline ? `Hemline answered the appeal of ${renterName} for you.` : 'Thank you.'} We will review both statements and all photos, and decide within ${inWords(DECISION_DAYS, 'day')}.`,
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

function reasonsOf({ reasons }: AppealDetails): string[] {
  return reasons ? [`Our reasons: “${reasons}”`] : []
}
