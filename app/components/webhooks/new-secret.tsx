import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '#app/ui/copy-button.tsx'

/** The secret of an endpoint, shown once; with a script it can be copied. */
export function NewSecret({ secret, children }: { secret: string; children?: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  // On a phone the form that made it is a screen below.
  useEffect(() => {
    if (secret) title.current?.focus()
  }, [secret])
  return (
    <section
      role="status"
      aria-labelledby="new-secret"
      className="mt-8 max-w-2xl border border-line bg-sheet p-6"
    >
      <h2 id="new-secret" ref={title} tabIndex={-1} className="scroll-mt-28 text-2xl">
        Save the signing secret
      </h2>
      <p className="mt-3 text-soft">
        Your server verifies with it that an event comes from Hemline. You will not see it again.
      </p>
      <p className="mt-4 font-mono text-sm break-all">{secret}</p>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <CopyButton text={secret} />
        {children}
      </div>
    </section>
  )
}
