import type { SupportKind } from '#db/enums.ts'

/** The kinds of problems, as people choose them. */
export const SUPPORT_KINDS = {
  not_arrived: 'It has not arrived, or not come back',
  not_as_described: 'It is not as described',
  damaged: 'It is damaged or stained',
  payment: 'Payments, credits or the deposit',
  account: 'My account',
  safety: 'Safety, or how someone behaves',
  other: 'Something else',
} as const satisfies Record<SupportKind, string>

/** What a request is about, in a heading or a subject: its item, else its kind. */
export function supportTitle(title: string | null, kind: SupportKind): string {
  return title ?? SUPPORT_KINDS[kind]
}
