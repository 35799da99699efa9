import type { DbOrTx } from '#db/connection.ts'
import { asClosetOwner, asPaidOwner, type PaidOwner, type Person } from '#domain/shared/actors.ts'
import { owedTo } from './owed.ts'

/**
 * Who can be paid: a closet, and one that was blocked as long as it is owed money or a transfer to it
 * is pending. Null for everybody else.
 */
export async function paidOwnerOf(db: DbOrTx, person: Person | null): Promise<PaidOwner | null> {
  const isOpen = person === null || person.businessStatus !== 'blocked'
  if (isOpen) return asClosetOwner(person)
  const owed = await owedTo(db, person.id)
  return asPaidOwner(person, { isOwed: owed !== null && (owed.cents > 0 || owed.isUnderWay) })
}
