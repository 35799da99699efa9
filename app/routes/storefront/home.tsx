import type { CardItem } from '#app/components/card-item.ts'
import { HomeSections } from '#app/components/home/home-sections.tsx'
import type { HomeSection as SectionView } from '#app/components/home/section-types.ts'
import { appContext, shopperIn } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { type HomeSection, homeSections } from '#domain/home-page/home-page.ts'
import { withLikes } from '#domain/likes/like-queries.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Hemline · Rent designer fashion by the week' },
  {
    name: 'description',
    content: 'Beautiful clothes from small closets near you, lent for a week at a time.',
  },
]

export async function loader({ context }: Route.LoaderArgs): Promise<SectionView[]> {
  const { db } = context.get(appContext)
  const sections = await homeSections(db)
  const shown = sections.flatMap((section) => (section.type === 'carousel' ? section.items : []))
  const cards = await withLikes(db, shopperIn(context), shown)
  const cardsById = new Map(cards.map((card) => [card.id, card]))
  return sections.map((section) => toView(section, cardsById))
}

export default function Home({ loaderData: sections }: Route.ComponentProps) {
  return sections.length > 0 ? <HomeSections sections={sections} /> : <NotConfigured />
}

function NotConfigured() {
  return (
    <div className="page-column pt-16 pb-8 text-center sm:pt-24">
      <h1>Welcome to Hemline</h1>
      <EmptyState
        title="Your home page is being configured. Check back soon!"
        action={<LinkButton to="/styles">Browse by style</LinkButton>}
      />
    </div>
  )
}

/** Adds what only a screen knows: words for figures and ways on, and whose heart beats for what. */
function toView(section: HomeSection, cards: ReadonlyMap<string, CardItem>): SectionView {
  switch (section.type) {
    case 'stats': {
      const counters = section.counters.map(({ of, value }) => ({ value, ...counterWords[of] }))
      return { ...section, counters }
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

// Every counter but that of the brands carries a + (business §2).
const counterWords = {
  brands: { label: 'Brand Partners', plus: false },
  customers: { label: 'Happy Customers', plus: true },
  items: { label: 'Clothing Items', plus: true },
  rentals: { label: 'Items Rented', plus: true },
}

const allStyles = { text: 'See all styles', link: '/styles' }
const moreWords = {
  latest: allStyles,
  brand: allStyles,
  style: allStyles,
  occasion: { text: 'See all occasions', link: '/occasions' },
}
