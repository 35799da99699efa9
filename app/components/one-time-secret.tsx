import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '#app/ui/copy-button.tsx'

type Props = {
  /** The id of the title, which gets the focus. */
  id: string
  title: string
  line: string
  secret: string
  /** Links beside the copy button. */
  children?: ReactNode
}

/** A secret that is shown only once; with a script it can be copied. */
export function OneTimeSecret({ id, title, line, secret, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that created it is further down the page.
  useEffect(() => {
    if (secret) heading.current?.focus()
  }, [secret])
  return (
    <section
      role="status"
      aria-labelledby={id}
      className="mt-8 max-w-2xl border border-line bg-sheet p-6"
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl outline-none">
        {title}
      </h2>
      <p className="mt-3 text-soft">{line}</p>
      <p className="mt-4 font-mono text-[0.9375rem] break-all select-all" data-secret>
        {secret}
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <CopyButton text={secret} />
        {children}
      </div>
    </section>
  )
}
