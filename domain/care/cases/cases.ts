import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'

// What appeals and return requests have in common: a renter opens a case about a rental, its closet
// answers, and an admin decides.

export {
  type CaseOrder,
  type CasePart,
  type CasesToDo,
  caseParts,
  casesInOrder,
  casesToDo,
} from './case-lists.ts'

type Sides = { readonly renter_id: PersonId; readonly owner_id: PersonId }

/**
 * Whether this person answers cases about that rental: the closet itself; an admin for an admin's
 * listing, and for a closet that can no longer sign in as one. Never the renter, even as an admin.
 */
export async function mayAnswer(
  read: DbOrTx,
  who: Person,
  { renter_id: renterId, owner_id: ownerId }: Sides,
): Promise<boolean> {
  if (who.id === ownerId) return true
  if (who.accountType !== 'admin' || who.id === renterId) return false
  const closet = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('id', '=', ownerId)
    .where('account_type', '=', 'business')
    .where('business_status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return closet === undefined
}

/** SQL: whether admins answer the cases about the rental `r`, by the same rule. */
export const adminsAnswer = sql<boolean>`not exists (
  select from user_profiles c where c.id = r.owner_id and c.account_type = 'business'
    and c.business_status = 'approved' and c.deleted_at is null)`

/** SQL: whether this closet or admin has to answer the cases about the rental `r`. */
export function isToAnswer(who: ClosetOwner | Admin): RawBuilder<boolean> {
  return who.accountType === 'admin'
    ? sql<boolean>`(${adminsAnswer} and r.renter_id <> ${who.id})`
    : sql<boolean>`r.owner_id = ${who.id}`
}

/** The renter, the owner, and whoever has acted for the closet: answered, or withheld money. */
export type Parties = readonly [PersonId, ...(PersonId | null)[]]

/** Whether this admin had a part in the case: they rented, lent, withheld or answered. */
export function isOwnDecision(adminId: PersonId, parties: Parties): boolean {
  return parties.includes(adminId)
}

/** The note in the audit log when an admin decided their own case. */
export const OWN_DECISION = 'own decision, as no other admin could decide'

/** Whether an admin without a part in the case exists; otherwise any admin may decide it. */
export async function someoneElseMayDecide(read: DbOrTx, parties: Parties): Promise<boolean> {
  const other = await read
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'not in',
      parties.filter((id) => id !== null),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether this admin had a part in the case, so that another one has to decide. */
export async function isForAnotherAdmin(
  read: DbOrTx,
  adminId: PersonId,
  parties: Parties,
): Promise<boolean> {
  return isOwnDecision(adminId, parties) && (await someoneElseMayDecide(read, parties))
}

/** The full name of the admin who decided; null when none did. */
export async function deciderName(read: DbOrTx, id: PersonId | null): Promise<string | null> {
  if (!id) return null
  const person = await read
    .selectFrom('user_profiles')
    .select('full_name')
    .where('id', '=', id)
    .executeTakeFirst()
  return person?.full_name ?? null
}

/** Writes the audit line of a case as one of its rental. */
export async function recordCase(
  tx: Tx,
  who: Pick<Person, 'id'> | null,
  action: string,
  rentalId: RentalId,
  after: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  await recordAction(tx, who, { action, noun: 'rental', nounId: rentalId, after }, now)
}
