import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AboutSection } from '#db/enums.ts'
import type { BlockId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { versionOf } from './edit-about-page.ts'
import { type Founder, readFounders } from './founders.ts'

export {
  type AboutProblem,
  editAboutBlock,
  editFounders,
  showAboutBlock,
} from './edit-about-page.ts'

export type AboutBlock = {
  readonly id: BlockId
  readonly section: AboutSection
  readonly title: string
  /** Paragraphs are separated by blank lines; for the founders block, only the description. */
  readonly text: string
  readonly founders: readonly Founder[]
  /** False only for admins, who see hidden blocks dimmed. */
  readonly isActive: boolean
  /** The version of title and content; an edit passes the one it started from. */
  readonly version: string
}

/** The blocks of the about page in order; hidden ones only for admins (spec 14.1). */
export async function aboutBlocks(db: DbOrTx, admin: Admin | null): Promise<AboutBlock[]> {
  const rows = await db
    .selectFrom('about_content')
    .select(['id', 'section', 'title', 'content', 'is_active', 'updated_at'])
    .$if(admin === null, (query) => query.where('is_active', '=', true))
    .orderBy('order_index')
    .orderBy('id')
    .execute()
  return rows.map(({ id, section, title, content, is_active: isActive, updated_at }) => {
    const { description, founders } =
      section === 'founders' ? readFounders(content) : { description: content, founders: [] }
    return {
      id,
      section,
      title,
      text: description,
      founders,
      isActive,
      version: versionOf(updated_at),
    }
  })
}

export type SiteFigures = {
  readonly partnerBusinesses: number
  readonly brandPartners: number
  /** Approved closets × 24 (spec 14.2). */
  readonly happyCustomers: number
  readonly clothingItems: number
  /** Rentals that were not cancelled. */
  readonly itemsRented: number
  /** Per cent, fixed (spec 14.2). */
  readonly satisfaction: number
}

const CUSTOMERS_PER_CLOSET = 24
const SATISFACTION = 95

/** The figures of the about page's stats and of the home page's counters (spec 14.2). */
export async function siteFigures(db: DbOrTx): Promise<SiteFigures> {
  const { closets, brands, items, rented } = await db
    .selectNoFrom([
      sql<number>`(select count(*)::int from user_profiles where business_status = 'approved')`.as(
        'closets',
      ),
      sql<number>`(select count(*)::int from brands where is_active)`.as('brands'),
      sql<number>`(select coalesce(sum(delta), 0)::int from listed_count_deltas
        where kind = 'all')`.as('items'),
      sql<number>`(select coalesce(sum(delta), 0)::int from rental_count_deltas)`.as('rented'),
    ])
    .executeTakeFirstOrThrow()
  return {
    partnerBusinesses: closets,
    brandPartners: brands,
    happyCustomers: closets * CUSTOMERS_PER_CLOSET,
    clothingItems: items,
    itemsRented: rented,
    satisfaction: SATISFACTION,
  }
}
