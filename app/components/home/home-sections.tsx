import { BrandsSection } from './brands-section.tsx'
import { CarouselSection } from './carousel-section.tsx'
import { CtaSection } from './cta-section.tsx'
import { HeroSection } from './hero-section.tsx'
import type { HomeSection } from './section-types.ts'
import { StatsSection } from './stats-section.tsx'
import { SubtitleSection } from './subtitle-section.tsx'
import { TextSection } from './text-section.tsx'

/** The home page in its order. */
export function HomeSections({ sections }: { sections: readonly HomeSection[] }) {
  return (
    <div className="home">
      {sections.map((section) => (
        <HomeSectionView key={section.id} section={section} />
      ))}
    </div>
  )
}

export function HomeSectionView({ section }: { section: HomeSection }) {
  switch (section.type) {
    case 'hero':
      return <HeroSection {...section} />
    case 'subtitle':
      return <SubtitleSection {...section} />
    case 'stats':
      return <StatsSection {...section} />
    case 'carousel':
      return <CarouselSection {...section} />
    case 'brands':
      return <BrandsSection {...section} />
    case 'text':
      return <TextSection {...section} />
    case 'cta':
      return <CtaSection {...section} />
  }
}
