import type { ReactNode } from 'react'
import { Notice } from '#app/ui/notice.tsx'
import type { Profile } from '#domain/accounts/people/profiles.ts'

type RequestedNameProps = {
  profile: Pick<Profile, 'fullName' | 'requestedName'>
  /** What can be done about it. */
  children?: ReactNode
}

/** A closet's new name while it waits for review. */
export function RequestedName({ profile, children }: RequestedNameProps) {
  const { fullName, requestedName } = profile
  if (requestedName === null) return null
  return (
    <Notice className="grid gap-3">
      <p>
        “<bdi>{requestedName}</bdi>” is waiting for review. Until it is approved, everyone sees “
        <bdi>{fullName}</bdi>”.
      </p>
      {children}
    </Notice>
  )
}

/** For whoever is too late to withdraw or decide on it. */
export const NAME_NOT_WAITING = 'This name is no longer waiting for review.'

/** Below the name that a closet enters. */
export const NAME_HINT = 'A new name is reviewed before it becomes public.'
