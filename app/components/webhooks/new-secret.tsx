import type { ReactNode } from 'react'
import { OneTimeSecret } from '#app/components/one-time-secret.tsx'

/** The signing secret of an endpoint. */
export function NewSecret({ secret, children }: { secret: string; children?: ReactNode }) {
  return (
    <OneTimeSecret
      id="new-secret"
      title="Save the signing secret"
      line="Use it to verify that events come from Hemline. You will not see it again."
      secret={secret}
    >
      {children}
    </OneTimeSecret>
  )
}
