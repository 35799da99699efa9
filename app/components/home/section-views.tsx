import type { ReactNode } from 'react'
import type { SectionType } from '#db/enums.ts'
import { BrandsSection } from './brands-section.tsx'
import { CarouselSection } from './carousel-section.tsx'
import { HeroSection } from './hero-section.tsx'
import { SectionLink } from './section-link.tsx'
import type { HomeSection } from './section-types.ts'
import { StatsSection } from './stats-section.tsx'

/** The view of each type of section. Text-only views are below. */
export const sectionViews: {
  readonly [Type in SectionType]: (section: HomeSection<Type>) => ReactNode
} = {
  hero: HeroSection,
  subtitle: SubtitleSection,
  stats: StatsSection,
  carousel: CarouselSection,
  brands: BrandsSection,
  text: TextSection,
  cta: CtaSection,
}

function SubtitleSection({ title, subtitle }: HomeSection<'subtitle'>) {
  return (
    <section className="page-column text-center">
      {title && <h2 className="mx-auto max-w-3xl">{title}</h2>}
      {subtitle && (
        <p className="mx-auto mt-4 max-w-xl font-(family-name:--font-subtitle) text-lg text-soft text-balance">
          {subtitle}
        </p>
      )}
    </section>
  )
}

/** A column of text with its heading beside it. Paragraphs are separated by blank lines. */
function TextSection({ title, subtitle, text }: HomeSection<'text'>) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <section className="page-column grid gap-6 md:grid-cols-12 md:gap-8">
      <div className="md:col-span-5">
        {title && <h2>{title}</h2>}
        {subtitle && (
          <p className="mt-3 font-(family-name:--font-subtitle) text-soft">{subtitle}</p>
        )}
      </div>
      <div className="max-w-2xl space-y-5 text-lg leading-relaxed md:col-span-7 md:col-start-6">
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other key
          <p key={index} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}

/** A dark section. */
function CtaSection({ title, subtitle, button }: HomeSection<'cta'>) {
  return (
    <section className="cta bg-ink text-paper">
      <div className="page-column flex flex-col items-start justify-between gap-8 py-16 sm:py-24 md:flex-row md:items-end">
        <div className="max-w-2xl">
          {title && <h2>{title}</h2>}
          {subtitle && (
            <p className="mt-4 max-w-md font-(family-name:--font-subtitle) text-lg text-line">
              {subtitle}
            </p>
          )}
        </div>
        <SectionLink to={button.link} className="cta-button">
          {button.text || 'Learn more'}
        </SectionLink>
      </div>
    </section>
  )
}
