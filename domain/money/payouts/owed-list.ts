import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import {
  centsOwedTo,
  centsPayableTo,
  hasUnpaidEarnings,
} from '#domain/money/payouts/earned/owed.ts'
import { isOneOfUnpaidOwners } from '#domain/money/payouts/earned/unpaid-owners.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsUpTo,
  type ListSearch,
  NAME_AND_EMAIL,
  SEARCH_LIMITS,
  type SearchLimits,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeCursor,
  MAX_COUNTED,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { isOwedForAYear } from './owed-without-account.ts'

/** A closet that is owed money, or owes money; `state` is null without an account at Stripe. */
export type OwedCloset = Awaited<ReturnType<typeof owedClosets>>['rows'][number]

type Wanted = {
  readonly q: string
  readonly after: string | null
  readonly now: Date
  /** Only those without an account that have been owed money for a year. */
  readonly forAYear?: boolean
}

/** Closets with unpaid earnings, the oldest accounts first; `q` searches name and email address. */
export async function owedClosets(
  db: DbOrTx,
  _admin: Admin,
  wanted: Wanted,
  limits = SEARCH_LIMITS,
) {
  const after = parseId<PersonId>(decodeCursor(wanted.after, 1)?.[0])
  const search = await searchOwed(db, wanted, limits)
  const from = (start: PersonId | null, max: number) => {
    let found = db.selectFrom('user_profiles as p')
    if (wanted.forAYear)
      found = found
        .where('p.id', 'in', db.selectFrom('closets_owed_for_a_year').select('owner_id'))
        .where(isOwedForAYear(wanted.now))
    else if (search) found = found.where(hasUnpaidEarnings(sql.ref('p.id')))
    // Most people are owed nothing, so without a search the list is read from the totals.
    else found = found.where(isOneOfUnpaidOwners(start, max))
    if (search) found = found.where(search.isFound)
    if (start) found = found.where('p.id', '>', start)
    return found
  }
  const page = from(after, PAGE_SIZE + 1)
    .leftJoin('payout_accounts as a', 'a.owner_id', 'p.id')
    .select(['p.id', 'p.full_name as fullName', 'p.email', 'a.state'])
    // Earnings that no transfer pays yet, negative when more was taken back.
    .select(centsOwedTo(sql.ref('p.id')).as('owedCents'))
    .select(centsPayableTo(sql.ref('p.id'), wanted.now).as('payableCents'))
    .orderBy('p.id')
    .limit(PAGE_SIZE + 1)
  const [list, total] = await Promise.all([
    page.execute(),
    countUpTo(db, from(null, MAX_COUNTED + 1)),
  ])
  return { ...toPage(list, (row) => [row.id]), total, isPartial: search?.isPartial ?? false }
}

async function searchOwed(
  db: DbOrTx,
  { q, forAYear }: Wanted,
  limits: SearchLimits,
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const isNamed = sql<boolean>`${NAME_AND_EMAIL} ilike ${words}`
  const isInList = forAYear
    ? sql`p.id in (select owner_id from closets_owed_for_a_year)`
    : isOneOfUnpaidOwners(null, limits.newest + 1)
  return await searchList(
    db,
    words,
    {
      row: 'p',
      findByIndex: (max) =>
        idsUpTo(db, max, sql`select p.id from user_profiles p where ${isNamed}`),
      newest: sql`select p.id, p.full_name, p.email from user_profiles p where ${isInList} order by p.id`,
      matches: isNamed,
    },
    limits,
  )
}
