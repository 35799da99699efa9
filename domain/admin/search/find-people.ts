import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { searchPeople } from '#domain/accounts/people/people.ts'
import { isIndexed } from '#domain/shared/lists/list-search.ts'
import { containing } from '#domain/shared/lists/page.ts'
import { foundRows, MAX_FOUND, MAX_SEARCHED } from './found-rows.ts'
import type { SearchTerms } from './search-terms.ts'

/** A person, or a closet, that an admin's search found. */
export type FoundPerson = Awaited<ReturnType<typeof findPeople>>['rows'][number]

const LIMITS = { matches: 1000, newest: MAX_SEARCHED }

/**
 * People by name, email address or phone number, by our id, or by that of the customer at Stripe;
 * closets by their shop name as well. Newest first.
 */
export async function findPeople(db: Db, { words, id }: SearchTerms, are: 'closets' | 'people') {
  const isCloset = are === 'closets'
  const [search, named] = await Promise.all([
    searchPeople(db, { q: words, type: isCloset ? 'business' : null }, LIMITS),
    isCloset ? closetsNamed(db, words) : customersNamed(db, words),
  ])
  const others = id ? [...named, id] : named
  // Found by id first: the order would make PostgreSQL look through everybody.
  const found = db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.full_name as fullName', 'p.email', 'p.phone', 'p.created_at'])
    .select(['p.account_type as accountType', 'p.business_status as businessStatus'])
    .select(['p.email_verified as emailVerified', 'p.blocked_at as blockedAt'])
    .where('p.deleted_at', 'is', null)
    .where('p.account_type', isCloset ? '=' : '<>', sql.lit('business' as const))
    .where(sql<boolean>`(${search?.isFound ?? sql`false`} or p.id = any(${others}::uuid[]))`)
    .offset(sql.lit(0))
  const rows = await db
    .selectFrom(found.as('p'))
    .select(['p.id', 'p.fullName', 'p.email', 'p.phone', 'p.accountType', 'p.businessStatus'])
    .select(['p.emailVerified', 'p.blockedAt'])
    .select((of) =>
      of
        .selectFrom('closet_pages as c')
        .select('c.shop_name')
        .whereRef('c.closet_id', '=', 'p.id')
        .as('shopName'),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(MAX_FOUND + 1)
    .execute()
  return foundRows(rows, search?.isPartial)
}

/** Closets with these words in their shop names; words too short for the index find none. */
async function closetsNamed(db: Db, words: string): Promise<readonly PersonId[]> {
  const pattern = containing(words)
  if (!pattern || !isIndexed(pattern)) return []
  const rows = await db
    .selectFrom('closet_pages')
    .select('closet_id')
    .where('shop_name', 'ilike', pattern)
    .limit(MAX_FOUND + 1)
    .execute()
  return rows.map(({ closet_id }) => closet_id)
}

async function customersNamed(db: Db, words: string): Promise<readonly PersonId[]> {
  const rows = await db
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', words)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
