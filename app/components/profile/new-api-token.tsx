import { OneTimeSecret } from '#app/components/one-time-secret.tsx'

export function NewApiToken({ token }: { token: string }) {
  return (
    <OneTimeSecret
      id="new-token"
      title="Copy your new token"
      line="Treat it like a password. You will not see it again: we store only its fingerprint."
      secret={token}
    />
  )
}
