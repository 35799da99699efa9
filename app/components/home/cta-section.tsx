import { SectionLink } from './section-link.tsx'
import type { CtaProps } from './section-types.ts'

/** The one dark page of the issue. */
export function CtaSection({ title, subtitle, button }: CtaProps) {
  return (
    <section className="cta bg-ink text-paper">
      <div className="page-column flex flex-col items-start justify-between gap-8 py-16 sm:py-24 md:flex-row md:items-end">
        <div className="max-w-2xl">
          {title && (
            <h2 className="text-[clamp(2.25rem,1.5rem+3.200vw,4rem)] leading-[1.06]">{title}</h2>
          )}
          {subtitle && (
            <p className="mt-4 max-w-md font-(family-name:--font-subtitle) text-lg text-line">
              {subtitle}
            </p>
          )}
        </div>
        <SectionLink
          to={button.link}
          className="inline-flex min-h-12 items-center justify-center rounded-control bg-paper px-7 py-2.5 font-(family-name:--font-button) text-[0.9375rem] leading-tight font-medium text-ink transition-colors hover:bg-primary-200 focus-visible:outline-paper"
        >
          {button.text}
        </SectionLink>
      </div>
    </section>
  )
}
