import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { ReturnReason } from '#db/enums.ts'
import type { CaseStatus } from '#domain/care/cases/case-kinds.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ClaimInWords, ReturnInWords } from './case-in-words.ts'

export const caseStatusWords = {
  open: { label: 'Answer due', kind: 'accent' },
  answered: { label: 'Decision due', kind: 'accent' },
  contested: { label: 'Decision due', kind: 'accent' },
  upheld: { label: 'Not granted', kind: 'plain' },
  reduced: { label: 'Partly granted', kind: 'success' },
  overturned: { label: 'Granted', kind: 'success' },
  accepted: { label: 'Accepted', kind: 'success' },
  refused: { label: 'Refused', kind: 'plain' },
  withdrawn: { label: 'Withdrawn', kind: 'plain' },
} as const satisfies Record<CaseStatus, { readonly label: string; readonly kind: BadgeKind }>

export const returnReasonWords = {
  does_not_fit: 'It does not fit',
  not_as_described: 'It is not as described',
  no_show: 'No-show contested',
} as const satisfies Record<ReturnReason, string>

type Appeal = NonNullable<ClaimInWords['appeal']>

/** Whose turn it is, or what was decided, in a sentence that both sides and admins read. */
export function appealSentence(claim: ClaimInWords, appeal: Appeal): string {
  const { withheldCents, ownerName, renterName, adminsAnswer } = claim
  const { status, returnedCents, answerDueAt, decisionDueAt, answer } = appeal
  switch (status) {
    case 'open':
      return isolated(
        `${adminsAnswer ? `Hemline can answer for ${ownerName}` : `${ownerName} can answer`} until ${answerDueAt}. Without an answer, ${renterName} will get the money back.`,
      )
    case 'answered':
      return `We will decide by ${decisionDueAt ?? ''}.`
    case 'upheld':
      return isolated(`${ownerName} keeps ${dollars(withheldCents)}. This is final.`)
    case 'reduced':
      return isolated(
        `${renterName} gets ${dollars(returnedCents)} back, and ${ownerName} keeps ${dollars(withheldCents - returnedCents)}. This is final.`,
      )
    case 'overturned':
      return answer === null
        ? isolated(`Nobody answered in time. ${renterName} gets ${dollars(returnedCents)} back.`)
        : isolated(`${renterName} gets ${dollars(returnedCents)} back. This is final.`)
    case 'withdrawn':
      return isolated(
        `${renterName} withdrew the appeal. ${ownerName} keeps ${dollars(withheldCents)}.`,
      )
  }
}

type Request = NonNullable<ReturnInWords['request']>

/** The same about a renter who contests that they did not come. */
function noShowSentence(
  { ownerName, renterName, adminsAnswer }: Named,
  request: Request,
  reader: ReturnReader,
): string {
  const isRenter = reader === 'renter'
  const who = isRenter ? 'You' : renterName
  const credits = creditsInWords(request.credits)
  switch (request.status) {
    case 'open':
      return isolated(
        `${adminsAnswer ? `Hemline can answer for ${ownerName}` : `${reader === 'closet' ? 'You' : ownerName} can answer`} until ${request.answerDueAt}. Without an answer, ${isRenter ? 'you' : renterName} will get ${credits} back.`,
      )
    case 'contested':
      return decisionSentence(request)
    case 'accepted':
      return isolated(`${who} got ${credits} back.`)
    case 'refused':
      return 'The first week stays paid. This decision is final.'
    case 'withdrawn':
      return isolated(`${who} withdrew it. The first week stays paid.`)
  }
}

function decisionSentence(request: Request): string {
  return request.isOverdue
    ? `Our decision was due on ${request.decisionDueAt ?? ''}. We are sorry for the delay and will decide as soon as we can.`
    : `We will decide by ${request.decisionDueAt ?? ''}.`
}

type Named = Pick<ReturnInWords, 'ownerName' | 'renterName' | 'adminsAnswer'>

export type ReturnReader = 'renter' | 'closet' | null

export function returnSentence(
  found: Named & Pick<ReturnInWords, 'isNoShow'>,
  request: Request,
  reader: ReturnReader,
): string {
  if (found.isNoShow) return noShowSentence(found, request, reader)
  const { ownerName, renterName, adminsAnswer } = found
  const isRenter = reader === 'renter'
  const isCloset = reader === 'closet'
  const credits = creditsInWords(request.credits)
  switch (request.status) {
    case 'open':
      return isolated(
        `${adminsAnswer ? `Hemline can accept or contest it for ${ownerName}` : `${isCloset ? 'You' : ownerName} can accept or contest it`} until ${request.answerDueAt}. Without an answer, it will be accepted.`,
      )
    case 'contested':
      return decisionSentence(request)
    case 'accepted':
      return request.isRestored
        ? isolated(`The item is back, and ${isRenter ? 'you' : renterName} got ${credits} back.`)
        : isolated(
            `${isRenter ? 'You' : renterName} will get ${credits} back once ${isCloset ? 'you have' : `${adminsAnswer ? 'Hemline' : ownerName} has`} recorded the return.`,
          )
    case 'refused':
      return 'The rental continues. This decision is final.'
    case 'withdrawn':
      return isolated(
        `${isRenter ? 'You' : renterName} withdrew the request. The rental continues.`,
      )
  }
}
