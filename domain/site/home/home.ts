import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { SectionType } from '#db/enums.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import { activeBrands, type Brand } from '#domain/catalogue/brands/brands.ts'
import { type ListedItem, newestItems } from '#domain/catalogue/items/items.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { type SiteFigures, siteFigures } from '#domain/site/about/about.ts'
import type { SiteStyle } from '#domain/site/style/site-settings.ts'
import { readSiteStyle } from '#domain/site/style/style.ts'
import type { DraftSection } from './home-draft.ts'
import { storedContent } from './section-content.ts'
import { MAX_LOGOS, MAX_SECTIONS } from './section-limits.ts'
import type { SectionContent } from './section-records.ts'

export { homePageToEdit, readDraft, saveHomePage } from './edit-home-page.ts'

type Words = { readonly title: string | null; readonly subtitle: string | null }
type Button = { readonly text: string; readonly link: string }
type Counter = {
  readonly of: 'brands' | 'customers' | 'items' | 'rentals'
  readonly value: number
}

/** What a section shows besides its stored content, with all fallbacks applied. */
type Shown = {
  readonly hero: {
    readonly title: string
    readonly subtitle: string
    readonly description: string
    readonly button: Button | null
    readonly imageUrl: string | null
    /** Wider than high: it can be shown behind the text. */
    readonly imageIsWide: boolean
  }
  readonly stats: { readonly counters: readonly Counter[] }
  readonly carousel: {
    readonly items: readonly ListedItem[]
    readonly by: SectionContent['carousel']['filter_type']
  }
  readonly brands: { readonly brands: readonly Brand[] }
  readonly cta: { readonly button: Button }
}

export type HomeSection<Type extends SectionType = SectionType> = {
  [T in Type]: { readonly id: string; readonly type: T } & Words &
    (T extends keyof Shown ? Shown[T] : SectionContent[T])
}[Type]

type SectionRow = Words & {
  readonly id: string
  readonly section_type: SectionType
  readonly content: unknown
}

/** What the home page shows besides items, brands and figures: its visible sections as stored. */
export type HomeContent = {
  readonly sections: readonly SectionRow[]
  /** The site's style, for what a hero does not set itself; null without a hero. */
  readonly style: SiteStyle | null
}

export async function readHomeContent(db: DbOrTx): Promise<HomeContent> {
  const sections = await db
    .selectFrom('home_sections')
    .select(['id', 'section_type', 'title', 'subtitle', 'content'])
    .where('is_visible', '=', true)
    .orderBy('order_index')
    .orderBy('id')
    .limit(MAX_SECTIONS)
    .execute()
  return { sections, style: await styleFor(db, sections) }
}

/**
 * The visible sections of the home page in order (spec 13.1). What several sections share is read
 * once: one query per carousel and at most two others. A section of brands or counters with
 * nothing to show is left out.
 */
export async function homeSections(db: DbOrTx, known?: HomeContent): Promise<HomeSection[]> {
  const sections = await readSections(db, known ?? (await readHomeContent(db)))
  return sections.filter((section) => section !== null)
}

/** The sections of a draft as they will be shown; null for those with nothing to show. */
export async function previewSections(
  db: DbOrTx,
  sections: readonly DraftSection[],
): Promise<(HomeSection | null)[]> {
  const rows = sections.map(({ type, ...section }) => ({ ...section, section_type: type }))
  return readSections(db, { sections: rows, style: await styleFor(db, rows) })
}

async function styleFor(db: DbOrTx, rows: readonly SectionRow[]): Promise<SiteStyle | null> {
  return rows.some((row) => row.section_type === 'hero') ? await readSiteStyle(db) : null
}

async function readSections(
  db: DbOrTx,
  { sections: rows, style }: HomeContent,
): Promise<(HomeSection | null)[]> {
  const has = (type: SectionType) => rows.some((row) => row.section_type === type)
  const [figures, brands] = await Promise.all([
    has('stats') ? siteFigures(db) : null,
    has('brands') ? activeBrands(db, MAX_LOGOS) : [],
  ])
  return Promise.all(rows.map((row) => readSection(db, row, { style, figures, brands })))
}

type Shared = {
  readonly style: SiteStyle | null
  readonly figures: SiteFigures | null
  readonly brands: readonly Brand[]
}

async function readSection(
  db: DbOrTx,
  row: SectionRow,
  shared: Shared,
): Promise<HomeSection | null> {
  const { id, section_type: type } = row
  const words = { title: row.title, subtitle: row.subtitle }
  switch (type) {
    case 'hero': {
      const content = storedContent(type, row.content)
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
        imageUrl: content.image_id ? imageAddress(content.image_id) : null,
        imageIsWide: await isWide(db, parseId(content.image_id)),
      }
    }
    case 'stats': {
      const counters = countersOf(storedContent(type, row.content), shared.figures)
      return counters.length > 0 ? { id, type, ...words, counters } : null
    }
    case 'carousel': {
      const content = storedContent(type, row.content)
      const { filter_type: by, filter_value: value, limit } = content
      const items = await newestItems(db, { by, value }, limit)
      return { id, type, ...words, items, by }
    }
    case 'brands':
      return shared.brands.length > 0 ? { id, type, ...words, brands: shared.brands } : null
    case 'cta': {
      const content = storedContent(type, row.content)
      const button = { text: content.button_text, link: content.button_link }
      return { id, type, ...words, button }
    }
    default:
      return plainSection({ id, ...words }, type, storedContent(type, row.content))
  }
}

type PlainType = Exclude<SectionType, keyof Shown>

/** A section that shows only its stored content. */
function plainSection<Type extends PlainType>(
  words: Words & { readonly id: string },
  type: Type,
  content: SectionContent[Type],
): PlainSection<Type> {
  return { ...content, ...words, type }
}

type PlainSection<Type extends PlainType> = {
  [T in Type]: { readonly id: string; readonly type: T } & Words & SectionContent[T]
}[Type]

function countersOf(show: SectionContent['stats'], figures: SiteFigures | null): Counter[] {
  if (!figures) return []
  const counters: (Counter | false)[] = [
    show.show_brands && { of: 'brands', value: figures.brandPartners },
    show.show_customers && { of: 'customers', value: figures.happyCustomers },
    show.show_items && { of: 'items', value: figures.clothingItems },
    show.show_items_rented && { of: 'rentals', value: figures.itemsRented },
  ]
  return counters.filter((counter) => counter !== false)
}

async function isWide(db: DbOrTx, imageId: ImageId | null): Promise<boolean> {
  if (!imageId) return false
  const image = await db
    .selectFrom('images')
    .select(['width', 'height'])
    .where('id', '=', imageId)
    .executeTakeFirst()
  return image !== undefined && image.width > image.height
}

/** The values that a carousel can be filtered by, besides 'all'. */
export type CarouselChoices = {
  readonly brands: readonly { readonly id: BrandId; readonly name: string }[]
  readonly occasions: readonly string[]
  readonly styles: readonly string[]
}

const MAX_BRANDS = 500
const MAX_WORDS = 100

/**
 * The active brands by name, at most 500, and the occasions and styles of items, at most 100 of
 * each (spec 13.1: brands where active, occasion and style where not null).
 */
export async function carouselChoices(db: DbOrTx): Promise<CarouselChoices> {
  const [brands, occasions, styles] = await Promise.all([
    db
      .selectFrom('brands')
      .select(['id', 'name'])
      .where('is_active', '=', true)
      .orderBy('name', (order) => order.collate('C'))
      .orderBy('id')
      .limit(MAX_BRANDS)
      .execute(),
    wordsOf(db, 'occasion'),
    wordsOf(db, 'style'),
  ])
  return { brands, occasions, styles }
}

/** Reads one index entry per distinct value, however many items have it. */
async function wordsOf(db: DbOrTx, column: 'occasion' | 'style'): Promise<string[]> {
  const word = sql`${sql.ref(column)} collate "C"`
  const { rows } = await sql<{ word: string }>`
    with recursive words as (
      (select ${word} as word, 1 as place from clothing_items where deleted_at is null
        order by 1 limit 1)
      union all
      select (select ${word} from clothing_items
        where deleted_at is null and ${word} > words.word order by 1 limit 1), place + 1
      from words where words.word is not null and place < ${sql.lit(MAX_WORDS)}
    )
    select word from words where word is not null order by place`.execute(db)
  return rows.map((row) => row.word)
}
