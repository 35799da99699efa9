import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type RentalSectionProps = { id: string; title: string; children: ReactNode }

const FoldedSections = createContext<{ readonly open: boolean } | null>(null)

/** Folds the sections in it, so that the next step stands out. */
export function Folded({ open = false, children }: { open?: boolean; children: ReactNode }) {
  return <FoldedSections value={{ open }}>{children}</FoldedSections>
}

/** A section of the page of a rental; its heading can be linked to. */
export function RentalSection({ id, title, children }: RentalSectionProps) {
  const folded = useContext(FoldedSections)
  const heading = (
    <h2
      id={id}
      className={`scroll-mt-[calc(var(--header-height)+2rem)] ${folded ? 'text-xl' : 'text-[1.625rem]'}`}
    >
      {title}
    </h2>
  )
  if (folded)
    return (
      <section aria-labelledby={id} className="border-b border-line first:border-t">
        <FoldedSection id={id} open={folded.open} heading={heading}>
          {children}
        </FoldedSection>
      </section>
    )
  return (
    <section aria-labelledby={id} className="border-t border-ink pt-6">
      {heading}
      {children}
    </section>
  )
}

type FoldedSectionProps = { id: string; open: boolean; heading: ReactNode; children: ReactNode }

function FoldedSection({ id, open, heading, children }: FoldedSectionProps) {
  const { hash } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  // Not every browser opens what an address leads to.
  useEffect(() => {
    if (hash === `#${id}` && details.current) details.current.open = true
  }, [hash, id])
  return (
    <details ref={details} open={open} className="group/section">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3">
        {heading}
        <span aria-hidden="true" className="text-xl text-soft group-open/section:rotate-45">
          +
        </span>
      </summary>
      <div className="pb-8">{children}</div>
    </details>
  )
}
