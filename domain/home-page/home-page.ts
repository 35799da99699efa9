import type { Read } from '#db/connection.ts'
import type { SectionType } from '#db/enums.ts'
import { type SiteFigures, siteFigures } from '#domain/about-page/about-page.ts'
import { activeBrands, type Brand } from '#domain/brands/brands.ts'
import { type ListedItem, newestItems } from '#domain/items/items.ts'
import type { SiteStyle } from '#domain/site-style/site-settings.ts'
import { readSiteStyle } from '#domain/site-style/site-style.ts'
import { type DraftSection, MOST_SECTIONS } from './home-draft.ts'
import { anyContent, sectionContent } from './section-content.ts'

export { type CarouselChoices, carouselChoices } from './carousel-choices.ts'
export { homePageToEdit, saveHomePage } from './edit-home-page.ts'
export { readDraft } from './read-draft.ts'

type Words = { readonly title: string | null; readonly subtitle: string | null }
type Button = { readonly text: string; readonly link: string }
type Counter = {
  readonly of: 'brands' | 'customers' | 'items' | 'rentals'
  readonly value: number
}
type Filter = ReturnType<typeof sectionContent.carousel.parse>['filter_type']

/** A section with everything it shows, every fallback already decided. */
export type HomeSection = { readonly id: string } & (
  | {
      readonly type: 'hero'
      readonly title: string
      readonly subtitle: string
      readonly description: string
      readonly button: Button | null
      readonly imageUrl: string | null
      /** Wider than high: it can lie behind the words. */
      readonly imageIsWide: boolean
    }
  | ({ readonly type: 'subtitle' } & Words)
  | ({ readonly type: 'stats'; readonly counters: readonly Counter[] } & Words)
  | ({
      readonly type: 'carousel'
      readonly items: readonly ListedItem[]
      readonly by: Filter
    } & Words)
  | ({ readonly type: 'brands'; readonly brands: readonly Brand[] } & Words)
  | ({ readonly type: 'text'; readonly text: string } & Words)
  | ({ readonly type: 'cta'; readonly button: Button } & Words)
)

type SectionRow = Words & {
  readonly id: string
  readonly section_type: SectionType
  readonly content: unknown
}

/**
 * The visible sections of the home page in order (spec 13.1). What several sections share is
 * read once: the queries are one per carousel and at most four besides. A section of brands or
 * counters with none to show is left out.
 */
export async function homeSections(db: Read): Promise<HomeSection[]> {
  const rows = await db
    .selectFrom('home_sections')
    .select(['id', 'section_type', 'title', 'subtitle', 'content'])
    .where('is_visible', '=', true)
    .orderBy('order_index')
    .orderBy('id')
    .limit(MOST_SECTIONS)
    .execute()
  return (await readSections(db, rows)).filter((section) => section !== null)
}

/** The sections of a draft as they will be shown; null where there would be nothing to show. */
export async function previewSections(
  db: Read,
  sections: readonly DraftSection[],
): Promise<(HomeSection | null)[]> {
  return readSections(
    db,
    sections.map(({ type, ...section }) => ({ ...section, section_type: type })),
  )
}

async function readSections(
  db: Read,
  rows: readonly SectionRow[],
): Promise<(HomeSection | null)[]> {
  const has = (type: SectionType) => rows.some((row) => row.section_type === type)
  const [style, figures, brands] = await Promise.all([
    has('hero') ? readSiteStyle(db) : null,
    has('stats') ? siteFigures(db) : null,
    has('brands') ? activeBrands(db) : [],
  ])
  return Promise.all(rows.map((row) => readSection(db, row, { style, figures, brands })))
}

type Shared = {
  readonly style: SiteStyle | null
  readonly figures: SiteFigures | null
  readonly brands: readonly Brand[]
}

async function readSection(db: Read, row: SectionRow, shared: Shared): Promise<HomeSection | null> {
  const { id, section_type: type } = row
  const stored = anyContent.parse(row.content)
  const words = { title: row.title, subtitle: row.subtitle }
  switch (type) {
    case 'hero': {
      const content = sectionContent.hero.parse(stored)
      const { style } = shared
      return {
        id,
        type,
        title: row.title || style?.hero_title || '',
        subtitle: row.subtitle || style?.hero_subtitle || '',
        description: content.description || style?.hero_description || '',
        button: content.button_text
          ? { text: content.button_text, link: content.button_link }
          : null,
        imageUrl: content.image_id ? `/images/${content.image_id}` : null,
        imageIsWide: content.image_id ? await isWide(db, content.image_id) : false,
      }
    }
    case 'subtitle':
      return { id, type, ...words }
    case 'stats': {
      const counters = countersOf(sectionContent.stats.parse(stored), shared.figures)
      return counters.length > 0 ? { id, type, ...words, counters } : null
    }
    case 'carousel': {
      const content = sectionContent.carousel.parse(stored)
      const { filter_type: by, filter_value: value, limit } = content
      const items = await newestItems(db, { by, value }, limit)
      return { id, type, ...words, items, by }
    }
    case 'brands':
      return shared.brands.length > 0 ? { id, type, ...words, brands: shared.brands } : null
    case 'text':
      return { id, type, ...words, text: sectionContent.text.parse(stored).text }
    case 'cta': {
      const content = sectionContent.cta.parse(stored)
      const button = { text: content.button_text, link: content.button_link }
      return { id, type, ...words, button }
    }
  }
}

function countersOf(
  show: ReturnType<typeof sectionContent.stats.parse>,
  figures: SiteFigures | null,
): Counter[] {
  if (!figures) return []
  const counters: (Counter | false)[] = [
    show.show_brands && { of: 'brands', value: figures.brandPartners },
    show.show_customers && { of: 'customers', value: figures.happyCustomers },
    show.show_items && { of: 'items', value: figures.clothingItems },
    show.show_items_rented && { of: 'rentals', value: figures.itemsRented },
  ]
  return counters.filter((counter) => counter !== false)
}

async function isWide(db: Read, imageId: string): Promise<boolean> {
  const image = await db
    .selectFrom('images')
    .select(['width', 'height'])
    .where('id', '=', imageId)
    .executeTakeFirst()
  return image !== undefined && image.width > image.height
}
