import { Badge } from '#app/ui/badge.tsx'
import type { AnnouncementState } from '#domain/site/announcements/announcement-state.ts'
import { STATES } from './announcement-words.ts'

export function StateBadge({ state }: { state: AnnouncementState }) {
  const { label, badge } = STATES[state]
  return <Badge kind={badge}>{label}</Badge>
}
