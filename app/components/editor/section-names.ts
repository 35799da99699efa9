import type { SectionType } from '#db/enums.ts'

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
