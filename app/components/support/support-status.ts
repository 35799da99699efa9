import type { BadgeKind } from '#app/ui/badge.tsx'
import type { SupportStatus } from '#db/enums.ts'

type StatusWords = Record<SupportStatus, { readonly label: string; readonly kind: BadgeKind }>

/** The states of a request, for its person. */
export const OWN_STATUS = {
  open: { label: 'Waiting for us', kind: 'plain' },
  answered: { label: 'Answered', kind: 'success' },
  closed: { label: 'Closed', kind: 'plain' },
} as const satisfies StatusWords

/** The same for admins. */
export const ADMIN_STATUS = {
  open: { label: 'To answer', kind: 'accent' },
  answered: { label: 'Answered', kind: 'plain' },
  closed: { label: 'Closed', kind: 'plain' },
} as const satisfies StatusWords
