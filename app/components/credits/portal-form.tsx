import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { PORTAL_FAILED } from './product-words.ts'

/** Redirects to the billing portal. */
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
    <Form method="post" action={href('/credits/portal')} failed={PORTAL_FAILED} warnUnsaved={false}>
      <input type="hidden" name="purpose" value={purpose} />
      <Button kind={kind}>{children}</Button>
    </Form>
  )
}
