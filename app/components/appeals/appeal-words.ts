import type { BadgeKind } from '#app/ui/badge.tsx'
import type { AppealStatus } from '#db/enums.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ClaimInWords } from './shown-claim.ts'

/** An appeal's state in a word. */
export const appealStatusWords = {
  open: { label: 'Answer due', kind: 'accent' },
  answered: { label: 'Decision due', kind: 'accent' },
  upheld: { label: 'Not granted', kind: 'plain' },
  reduced: { label: 'Partly granted', kind: 'success' },
  overturned: { label: 'Granted', kind: 'success' },
  withdrawn: { label: 'Withdrawn', kind: 'plain' },
} as const satisfies Record<AppealStatus, { readonly label: string; readonly kind: BadgeKind }>

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
