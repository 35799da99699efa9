import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsUpTo,
  type ListSearch,
  NAME_AND_EMAIL,
  SEARCH_LIMITS,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst } from '#domain/shared/lists/page.ts'

/** A person in the list of admins (spec 12.6). */
export type ListedPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>

const everybody = (db: DbOrTx) =>
  db.selectFrom('user_profiles as p').where('p.deleted_at', 'is', null)

const listed = (found: ReturnType<typeof everybody>) =>
  found
    .select(['p.id', 'p.full_name as fullName', 'p.email', 'p.phone'])
    // 'city, state', or null if one is missing.
    .select(sql<string | null>`lister_location(p)`.as('place'))
    .select(['p.email_verified as emailVerified', 'p.blocked_at as blockedAt'])
    .select(['p.account_type as accountType', 'p.business_status as businessStatus'])
    .select('p.created_at as createdAt')

/** All people, newest first; `q` searches name, email address and phone number. */
export async function people(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly type: AccountType | null
    readonly after: string | null
  },
) {
  const search = await searchPeople(db, wanted)
  let found = everybody(db)
  if (wanted.type) found = found.where('p.account_type', '=', sql.lit(wanted.type))
  if (search) found = found.where(search.isFound)
  const [page, total] = await Promise.all([
    newestPage(listed(found), {
      by: ['p.created_at', 'p.id'],
      keysOf: (row) => [row.createdAt, row.id],
      from: decodeNewestFirst<PersonId>(wanted.after),
    }),
    countUpTo(db, found),
  ])
  return { ...page, total, isPartial: search?.isPartial ?? false }
}

export async function findPerson(db: DbOrTx, _admin: Admin, id: PersonId) {
  const row = await listed(everybody(db)).where('p.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** People `p` with these words in their name, email address or phone number. */
export async function searchPeople(
  db: DbOrTx,
  { q, type }: { readonly q: string; readonly type: AccountType | null },
  limits = SEARCH_LIMITS,
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const digits = digitsOf(q)
  const isNamed = sql<boolean>`${NAME_AND_EMAIL} ilike ${words}`
  const isCalled = sql<boolean>`p.phone is not null
    and regexp_replace(p.phone, '\\D', '', 'g') like ${`%${digits}%`}`
  const people = sql`from user_profiles p where p.deleted_at is null`
  const list = {
    row: 'p',
    findByIndex: (max: number) => {
      const named = sql`select p.id ${people} and ${isNamed}`
      const limit = sql`limit ${sql.lit(max + 1)}`
      const called = sql`(${named} ${limit}) union all (select p.id ${people} and ${isCalled} ${limit})`
      return idsUpTo(db, max, digits ? called : named)
    },
    newest: sql`select p.id, p.full_name, p.email, p.phone ${people}
      ${type ? sql`and p.account_type = ${sql.lit(type)}` : sql``}
      order by p.created_at desc, p.id desc`,
    matches: digits ? sql<boolean>`(${isNamed} or (${isCalled}))` : isNamed,
  }
  return await searchList(db, words, list, limits)
}

/** The digits of a search that looks like part of a phone number, however it is grouped. */
function digitsOf(words: string): string | null {
  const digits = words.replace(/\D/g, '')
  return digits.length >= 3 && /^[\d\s()+./-]+$/.test(words) ? digits : null
}
