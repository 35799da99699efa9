import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'

export type { RentalCase } from './filed-case.ts'
export { type Claim, findClaim } from './find-claim.ts'
export { findRequest, type ReturnRequest } from './find-request.ts'

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
