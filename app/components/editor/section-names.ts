import type { SectionType } from '#db/enums.ts'
import type { DraftSection } from '#domain/home-page/home-draft.ts'

/** What the seven types are called (business §2), in the order of the menu. */
export const sectionNames: Readonly<Record<SectionType, string>> = {
  hero: 'Hero Banner',
  subtitle: 'Subtitle',
  stats: 'Statistics',
  carousel: 'Carousel',
  brands: 'Brand Logos',
  text: 'Text Block',
  cta: 'Call to Action',
}

export function nameOf({ type, title }: Pick<DraftSection, 'type' | 'title'>): string {
  return title ? `${sectionNames[type]}: ${title}` : sectionNames[type]
}
