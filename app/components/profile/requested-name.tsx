import { useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Profile } from '#domain/people/profiles.ts'

/** A closet's new name while it waits for review, with a button that withdraws it. */
export function RequestedName({
  profile: { fullName, requestedName },
}: {
  profile: Pick<Profile, 'fullName' | 'requestedName'>
}) {
  const busy = useNavigation().formData?.has('withdraw_name') ?? false
  if (requestedName === null) return null
  return (
    <Notice>
      <p>
        “<bdi>{requestedName}</bdi>” is waiting for review. Until it is approved, everyone sees “
        <bdi>{fullName}</bdi>”.
      </p>
      <Form method="post" className="mt-3">
        <Button name="withdraw_name" value="yes" kind="secondary" size="small" busy={busy}>
          Withdraw
        </Button>
      </Form>
    </Notice>
  )
}

/** Below the name that a closet enters. */
export const NAME_HINT = 'A new name is reviewed before it becomes public.'
