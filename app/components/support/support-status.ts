import type { BadgeKind } from '#app/ui/badge.tsx'
import type { SupportStatus } from '#db/enums.ts'

type StatusWords = Record<SupportStatus, { readonly label: string; readonly kind: BadgeKind }>

const OWN_STATUS = {
  open: { label: 'Waiting for us', kind: 'plain' },
  answered: { label: 'Answered', kind: 'success' },
  closed: { label: 'Closed', kind: 'plain' },
} as const satisfies StatusWords

type Shown = { readonly status: SupportStatus; readonly messageCount: number }

/** An admin opened it with a question, and nobody has answered. */
export const isQuestion = ({ status, messageCount }: Shown) =>
  status === 'answered' && messageCount === 1

/** The state of a request, for its person. */
export const ownStatus = (request: Shown) =>
  isQuestion(request)
    ? ({ label: 'Question for you', kind: 'accent' } as const)
    : OWN_STATUS[request.status]

/** The same for admins. */
export const ADMIN_STATUS = {
  open: { label: 'To answer', kind: 'accent' },
  answered: { label: 'Answered', kind: 'plain' },
  closed: { label: 'Closed', kind: 'plain' },
} as const satisfies StatusWords
