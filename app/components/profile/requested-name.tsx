import { Notice } from '#app/ui/notice.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { Profile } from '#domain/people/profiles.ts'

/** A closet's new name while it waits for review, with a button that withdraws it. */
export function RequestedName({
  profile: { fullName, requestedName },
}: {
  profile: Pick<Profile, 'fullName' | 'requestedName'>
}) {
  if (requestedName === null) return null
  return (
    <Notice>
      <p className="mb-3">
        “<bdi>{requestedName}</bdi>” is waiting for review. Until it is approved, everyone sees “
        <bdi>{fullName}</bdi>”.
      </p>
      <QuickForm fields={{ withdraw_name: 'yes' }} kind="secondary" size="small">
        Withdraw
      </QuickForm>
    </Notice>
  )
}

/** Below the name that a closet enters. */
export const NAME_HINT = 'A new name is reviewed before it becomes public.'
