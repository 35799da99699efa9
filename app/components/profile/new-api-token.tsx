import { CopyButton } from '#app/ui/copy-button.tsx'

/** A token, shown only once; with a script it can be copied. */
export function NewApiToken({ token }: { token: string }) {
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
      <p className="mt-5">
        <CopyButton text={token} />
      </p>
    </section>
  )
}
