import type { CardItem } from '#app/components/card-item.ts'
import type { HomeSection } from '#domain/home-page/home-page.ts'
import type { HomeSection as SectionView } from './section-types.ts'

/** Adds what only a screen knows: words for figures and ways on, and whose heart beats for what. */
export function sectionView(
  section: HomeSection,
  cards: ReadonlyMap<string, CardItem>,
): SectionView {
  switch (section.type) {
    case 'stats': {
      const counters = section.counters.map(({ of, value }) => ({ value, ...counterWords[of] }))
      const note = section.counters.some(({ of }) => of === 'customers') ? ESTIMATED : null
      return { ...section, counters, note }
    }
    case 'carousel': {
      const items = section.items.flatMap(({ id }) => cards.get(id) ?? [])
      return { ...section, items, more: moreWords[section.by] }
    }
    case 'cta':
      return section.button.text
        ? section
        : { ...section, button: { ...section.button, text: 'Learn more' } }
    default:
      return section
  }
}

// Every counter but that of the brands carries a + (spec 13.1).
const counterWords = {
  brands: { label: 'Brand Partners', plus: false },
  customers: { label: 'Happy Customers', plus: true },
  items: { label: 'Clothing Items', plus: true },
  rentals: { label: 'Items Rented', plus: true },
}

const ESTIMATED = 'The number of customers is an estimate.'

const allStyles = { text: 'See all styles', link: '/styles' }
const moreWords = {
  latest: allStyles,
  brand: allStyles,
  style: allStyles,
  occasion: { text: 'See all occasions', link: '/occasions' },
}
