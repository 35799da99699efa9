import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { AdminEvent } from '#db/jobs.ts'
import { decisionDue } from '#domain/care/cases/case-limits.ts'
import {
  type Claim,
  findClaim,
  findRequest,
  type RentalCase,
  type ReturnRequest,
} from '#domain/care/cases/cases.ts'
import { dollars } from '#domain/shared/cents.ts'
import { asId } from '#domain/shared/ids.ts'
import { pages } from '#domain/shared/pages.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { AdminEmail } from './email-admins.ts'

// Emails to all admins about cases: a renter and a closet who disagree.

type CaseEvent = Extract<AdminEvent, `appeal-${string}` | `return-${string}`>
type Place = { readonly timeZone: string }
type Write = (db: DbOrTx, id: string, place: Place) => Promise<AdminEmail | null>
type Text<Case> = (found: Case, due: string, rentalId: RentalId) => AdminEmail

/** None when it is no longer the admins' turn. */
function whileIts<Case extends RentalCase>(
  turn: 'answer' | 'decision',
  find: (db: DbOrTx, rentalId: RentalId) => Promise<Case | null>,
  text: Text<Case>,
): Write {
  return async (db, id, { timeZone }) => {
    const rentalId = asId<RentalId>(withoutDay(id))
    const found = await find(db, rentalId)
    if (!found?.filed || found.filed.decidedAt) return null
    const { status, answerDueAt, answeredAt } = found.filed
    if ((status === 'open') !== (turn === 'answer')) return null
    const dueAt = answeredAt ? decisionDue(answeredAt) : answerDueAt
    return text(found, showInstant(dueAt, timeZone), rentalId)
  }
}

/** The ids of reminders end with the day. */
const withoutDay = (id: string) => id.replace(/\.[\d-]+$/, '')

/** A blocked closet cannot answer, so an admin does. */
const isBlocked = ({ owner_name: owner }: RentalCase) =>
  `${owner} is no longer an approved closet, so an admin has to answer.`

const appealToAnswer: Text<Claim> = (claim, due, rentalId) => {
  const { title, renter_name: renter, withheldCents, filed } = claim
  return {
    template: 'admin-appeal-to-answer',
    subject: `Please answer the appeal about ${title} by ${due}`,
    paragraphs: [
      `${dollars(withheldCents)} of ${renter}’s deposit was kept for ${title}. ${renter} appealed:`,
      `“${filed?.words ?? ''}”`,
      `${isBlocked(claim)} Without an answer, ${renter} will get the money back.`,
    ],
    button: { text: 'Answer the appeal', path: `${pages.adminRental(rentalId)}#appeal` },
  }
}

const returnToAnswer: Text<ReturnRequest> = (request, due, rentalId) => {
  const { title, renter_name: renter, filed, reason } = request
  const isNoShow = reason === 'no_show'
  return {
    template: 'admin-return-request-to-answer',
    subject: `Please answer the ${isNoShow ? 'contested no-show' : 'return request'} about ${title} by ${due}`,
    paragraphs: [
      `${renter} ${isNoShow ? 'contests not having come for' : 'requested a return of'} ${title}${filed?.words ? ':' : '.'}`,
      ...(filed?.words ? [`“${filed.words}”`] : []),
      `${isBlocked(request)} Without an answer, ${isNoShow ? `${renter} will get the first week back` : 'the request will be accepted'}.`,
    ],
    button: { text: 'Answer the request', path: `${pages.adminRental(rentalId)}#return-request` },
  }
}

const appealAnswered: Text<Claim> = (claim, due, rentalId) => {
  const { title, renter_name: renter, owner_name: owner, withheldCents } = claim
  return {
    template: 'admin-appeal',
    subject: `Please decide the appeal about ${title} by ${due}`,
    paragraphs: [
      `${owner} kept ${dollars(withheldCents)} of ${renter}’s deposit for ${title}. ${renter} appealed, and ${owner} has answered.`,
      'An admin who kept the money cannot decide, unless there is no other admin.',
    ],
    button: { text: 'See the appeal', path: pages.adminAppeal(rentalId) },
  }
}

const returnContested: Text<ReturnRequest> = (request, due, rentalId) => {
  const { title, renter_name: renter, owner_name: owner, reason } = request
  const isNoShow = reason === 'no_show'
  return {
    template: 'admin-return-request',
    subject: `Please decide the ${isNoShow ? 'contested no-show' : 'return request'} about ${title} by ${due}`,
    paragraphs: [
      isNoShow
        ? `${renter} contests not having come for ${title}, and ${owner} has answered.`
        : `${renter} requested a return of ${title}, and ${owner} contests it.`,
    ],
    button: { text: 'See the request', path: pages.adminReturn(rentalId) },
  }
}

export const CASE_EMAILS: Readonly<Record<CaseEvent, Write>> = {
  'appeal-to-answer': whileIts('answer', findClaim, appealToAnswer),
  'return-to-answer': whileIts('answer', findRequest, returnToAnswer),
  'appeal-answered': whileIts('decision', findClaim, appealAnswered),
  'return-contested': whileIts('decision', findRequest, returnContested),
}
