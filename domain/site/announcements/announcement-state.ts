export type AnnouncementState = 'draft' | 'scheduled' | 'live' | 'ended'

export type Times = {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly endedAt: Date | null
}

export function announcementState(
  { startsAt, endsAt, endedAt }: Times,
  now: Date,
): AnnouncementState {
  if (!startsAt || !endsAt) return 'draft'
  if (endedAt || endsAt <= now) return 'ended'
  return startsAt <= now ? 'live' : 'scheduled'
}
