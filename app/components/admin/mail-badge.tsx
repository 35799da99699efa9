import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import type { MailState } from '#domain/outbound/mail/sent-mail.ts'

const WORDS: Readonly<Record<MailState, { label: string; kind: BadgeKind }>> = {
  sent: { label: 'Sent', kind: 'success' },
  waiting: { label: 'Waiting', kind: 'info' },
  failed: { label: 'Failed', kind: 'danger' },
}

export function MailBadge({ state }: { state: MailState }) {
  const { label, kind } = WORDS[state]
  return <Badge kind={kind}>{label}</Badge>
}
