import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/**
 * What two accounts have in common. The same card is known by the payment provider's name of its
 * number; where it has none, equal digits and month are a weak sign: other cards have them too.
 */
export const accountSigns = ['phone', 'address', 'card', 'similar-card'] as const
export type AccountSign = (typeof accountSigns)[number]

export type LinkedAccount = Awaited<ReturnType<typeof linkedAccounts>>[number]

/** Accounts that are read for each sign: a phone number of nobody is that of many. */
const MAX_FOR_SIGN = 10

/** The latest cards of the person that are compared. */
const MAX_OWN_CARDS = 50

/** Shorter ones are no phone number or address. */
const MIN_PHONE_DIGITS = 7
const MIN_ADDRESS_CHARACTERS = 8

// The expressions of two indexes, about a row of `user_profiles`.
const digitsOf = (row: string) =>
  sql`right(regexp_replace(${sql.ref(`${row}.phone`)}, '\\D', '', 'g'), 10)`
const plainAddressOf = (row: string) =>
  sql`left(regexp_replace(lower(${sql.ref(`${row}.delivery_address`)}), '[^[:alnum:]]', '', 'g'), 200)`

const longEnough = (text: RawBuilder<unknown>, min: number) =>
  sql<string | null>`case when length(${text}) >= ${sql.lit(min)} then ${text} end`

/** SQL: what makes phone numbers, and addresses, equal; null where there is too little of them. */
export const phoneOf = (row: string) => longEnough(digitsOf(row), MIN_PHONE_DIGITS)
export const addressOf = (row: string) => longEnough(plainAddressOf(row), MIN_ADDRESS_CHARACTERS)

/** SQL: the ids of other accounts than this one, for each sign. */
function othersThan(id: PersonId): Readonly<Record<AccountSign, RawBuilder<unknown>>> {
  const own = (value: RawBuilder<unknown>) =>
    sql`(select ${value} from user_profiles own where own.id = ${id})`
  const others = (condition: RawBuilder<unknown>) => sql`select p.id from user_profiles p
    where p.deleted_at is null and p.id <> ${id} and ${condition}`
  // First the person's own cards, which are few.
  const cards = (condition: RawBuilder<unknown>) => sql`select other.user_id
    from (select fingerprint, last4, expires, method from person_cards where user_id = ${id}
      order by last_used_at desc limit ${sql.lit(MAX_OWN_CARDS)}) own
    join person_cards other on other.user_id <> ${id} and ${condition}`
  const similar = sql`other.last4 = own.last4 and other.expires = own.expires
    and other.method = own.method`
  return {
    phone: others(sql`p.phone is not null and ${digitsOf('p')} = ${own(phoneOf('own'))}`),
    address: others(sql`p.delivery_address is not null
      and ${plainAddressOf('p')} = ${own(addressOf('own'))}`),
    card: cards(sql`other.fingerprint = own.fingerprint`),
    // Two searches of the index: in one of them the fingerprints of the others are not known.
    'similar-card': sql`(${cards(sql`${similar} and own.fingerprint is null`)})
      union all (${cards(sql`${similar} and own.fingerprint is not null
        and other.fingerprint is null`)})`,
  }
}

/** Other accounts with the same phone, address or card, those with the most in common first. */
export async function linkedAccounts(db: DbOrTx, id: PersonId) {
  const found = othersThan(id)
  const ids = await db
    .selectNoFrom(
      accountSigns.map((sign) =>
        sql<PersonId[]>`array(${found[sign]} limit ${sql.lit(MAX_FOR_SIGN)})`.as(sign),
      ),
    )
    .executeTakeFirstOrThrow()
  const all = [...new Set(accountSigns.flatMap((sign) => ids[sign]))]
  if (all.length === 0) return []
  const people = await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name as fullName', 'email', 'email_verified as emailVerified'])
    .select(['business_status as businessStatus', 'blocked_at as blockedAt'])
    .where('id', 'in', all)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return people
    .map((person) => ({
      ...person,
      signs: accountSigns.filter((sign) => ids[sign].includes(person.id)),
    }))
    .toSorted((a, b) => b.signs.length - a.signs.length)
}
