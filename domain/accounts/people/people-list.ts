import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AccountType, BusinessStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsUpTo,
  type ListSearch,
  NAME_AND_EMAIL,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'

/** A person in the list of admins (spec 12.6). */
export type ListedPerson = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
  readonly phone: string | null
  /** 'city, state', or null if one is missing. */
  readonly place: string | null
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
  readonly emailVerified: boolean
  readonly blockedAt: Date | null
  readonly createdAt: Date
}

const listedColumns = [
  'p.id',
  'p.full_name as fullName',
  'p.email',
  'p.phone',
  sql<string | null>`lister_location(p)`.as('place'),
  'p.email_verified as emailVerified',
  'p.blocked_at as blockedAt',
  'p.account_type as accountType',
  'p.business_status as businessStatus',
  'p.created_at as createdAt',
] as const

const everybody = (db: DbOrTx) =>
  db.selectFrom('user_profiles as p').where('p.deleted_at', 'is', null)

/** All people, newest first; `q` searches name, email address and phone number. */
export async function people(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly type: AccountType | null
    readonly after: string | null
  },
): Promise<Found<ListedPerson>> {
  const from = decodeNewestFirst<PersonId>(wanted.after)
  const search = await searchPeople(db, wanted)
  let found = everybody(db)
  if (wanted.type) found = found.where('p.account_type', '=', sql.lit(wanted.type))
  if (search) found = found.where(search.isFound)
  let list = found
    .select(listedColumns)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (from)
    list = list.where((where) =>
      where(where.refTuple('p.created_at', 'p.id'), '<', where.tuple(from.at, from.id)),
    )
  const [rows, total] = await Promise.all([list.execute(), countUpTo(db, found)])
  const page = toPage(rows, ({ createdAt, id }) => [createdAt.toISOString(), id])
  return { ...page, total, isPartial: search?.isPartial ?? false }
}

export async function findPerson(
  db: DbOrTx,
  _admin: Admin,
  id: PersonId,
): Promise<ListedPerson | null> {
  const row = await everybody(db).select(listedColumns).where('p.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** People `p` with these words in their name, email address or phone number. */
export async function searchPeople(
  db: DbOrTx,
  { q, type }: { readonly q: string; readonly type: AccountType | null },
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const digits = digitsOf(q)
  const isNamed = sql<boolean>`${NAME_AND_EMAIL} ilike ${words}`
  const isCalled = sql<boolean>`p.phone is not null
    and regexp_replace(p.phone, '\\D', '', 'g') like ${`%${digits}%`}`
  const people = sql`from user_profiles p where p.deleted_at is null`
  return await searchList(db, words, {
    row: 'p',
    findByIndex: (max) => {
      const named = sql`select p.id ${people} and ${isNamed}`
      const limit = sql`limit ${sql.lit(max + 1)}`
      const called = sql`(${named} ${limit}) union all (select p.id ${people} and ${isCalled} ${limit})`
      return idsUpTo(db, max, digits ? called : named)
    },
    newest: sql`select p.id, p.full_name, p.email, p.phone ${people}
      ${type ? sql`and p.account_type = ${sql.lit(type)}` : sql``}
      order by p.created_at desc, p.id desc`,
    matches: digits ? sql`(${isNamed} or (${isCalled}))` : isNamed,
  })
}

/** The digits of a search that looks like part of a phone number, however it is grouped. */
function digitsOf(words: string): string | null {
  const digits = words.replace(/\D/g, '')
  return digits.length >= 3 && /^[\d\s()+./-]+$/.test(words) ? digits : null
}
