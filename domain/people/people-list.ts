import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AccountType, BusinessStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/page.ts'

/** Somebody as admins see them (spec 12.6). */
export type ListedPerson = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
  readonly phone: string | null
  /** 'city, state', or null where one is missing. */
  readonly place: string | null
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
  readonly emailVerified: boolean
  readonly blockedAt: Date | null
  readonly createdAt: Date
}

type Row = Omit<ListedPerson, 'createdAt'> & { created_at: Date }

const COLUMNS = sql`id, full_name as "fullName", email, phone, lister_location(p) as place,
  email_verified as "emailVerified", blocked_at as "blockedAt",
  account_type as "accountType", business_status as "businessStatus", created_at`

/** Everybody with an account, newest first; `q` is looked for in name, address and phone number. */
export async function people(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly type: AccountType | null
    readonly after: string | null
  },
): Promise<Found<ListedPerson>> {
  const from = decodeNewestFirst(wanted.after)
  const words = containing(wanted.q)
  const found = sql`from user_profiles p where deleted_at is null
    ${wanted.type ? sql`and account_type = ${sql.lit(wanted.type)}` : sql``}
    ${words ? sql`and (full_name || ' ' || email ilike ${words} ${byPhone(wanted.q)})` : sql``}`
  const [list, counted] = await Promise.all([
    sql<Row>`
      select ${COLUMNS} ${found}
      ${from ? sql`and (created_at, id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``}
      order by created_at desc, id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (select ${found} limit ${sql.lit(MAX_COUNTED + 1)}) found`.execute(
      db,
    ),
  ])
  const page = toPage(list.rows, newestFirstKeys)
  return { rows: page.rows.map(shape), next: page.next, total: counted.rows[0]?.n ?? 0 }
}

export async function findPerson(
  db: DbOrTx,
  _admin: Admin,
  id: PersonId,
): Promise<ListedPerson | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from user_profiles p where id = ${id} and deleted_at is null`.execute(db)
  const [row] = rows
  return row ? shape(row) : null
}

function shape({ created_at: createdAt, ...row }: Row): ListedPerson {
  return { ...row, createdAt }
}

/** What looks like a part of a phone number is looked for however it is grouped. */
function byPhone(words: string) {
  const digits = words.replace(/\D/g, '')
  const isNumber = digits.length >= 3 && /^[\d\s()+./-]+$/.test(words)
  return isNumber
    ? sql`or (phone is not null and regexp_replace(phone, '\\D', '', 'g') like ${`%${digits}%`})`
    : sql``
}
