import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** A token, shown only once; with a script it can be copied. */
export function NewApiToken({ token }: { token: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    setCopied(true)
  }
  return (
    <section
      aria-labelledby="new-token"
      className="mt-8 max-w-2xl border border-line bg-sheet p-6"
      role="status"
    >
      <h2 id="new-token" className="text-2xl">
        Copy your new token
      </h2>
      <p className="mt-3 text-soft">
        Keep it like a password. You will not see it again: we store only a fingerprint of it.
      </p>
      <p className="mt-4 font-mono text-[0.9375rem] break-all select-all" data-token>
        {token}
      </p>
      {useHydrated() && (
        <p className="mt-5">
          <Button type="button" kind="secondary" size="small" onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </p>
      )}
    </section>
  )
}
