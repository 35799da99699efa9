import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'

/**
 * Redirects to the billing portal. A plain form, because the response is a redirect to another
 * site.
 */
export function PortalForm({
  purpose = 'manage',
  kind,
  children,
}: {
  purpose?: 'manage' | 'card'
  kind?: 'primary' | 'secondary'
  children: ReactNode
}) {
  return (
    <form method="post" action={href('/credits/portal')}>
      <input type="hidden" name="purpose" value={purpose} />
      <Button kind={kind}>{children}</Button>
    </form>
  )
}
