import type { ReactNode } from 'react'

type RentalSectionProps = { id: string; title: string; children: ReactNode }

/** A section of the page of a rental; its heading can be linked to. */
export function RentalSection({ id, title, children }: RentalSectionProps) {
  return (
    <section aria-labelledby={id} className="border-t border-ink pt-6">
      <h2 id={id} className="scroll-mt-[calc(var(--header-height)+2rem)] text-[1.625rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}
