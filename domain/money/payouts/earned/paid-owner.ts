import type { DbOrTx } from '#db/connection.ts'
import { asClosetOwner, asPaidOwner, type PaidOwner, type Person } from '#domain/shared/actors.ts'
import { owedTo } from './owed.ts'

/**
 * The person, if they can be paid: a closet, or a blocked closet that is owed money or has a
 * pending transfer. Null for everybody else.
 */
export async function paidOwnerOf(db: DbOrTx, person: Person | null): Promise<PaidOwner | null> {
  const isOpen = person === null || person.businessStatus !== 'blocked'
  if (isOpen) return asClosetOwner(person)
  const owed = await owedTo(db, person.id)
  return asPaidOwner(person, { isOwed: owed !== null && (owed.cents > 0 || owed.isUnderWay) })
}
