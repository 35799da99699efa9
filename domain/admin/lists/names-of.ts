import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RefundId, TransferDifferenceId, TransferId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'

// Whom something is about, for the sentence that says what an admin did with it.

/** The full name of a person, or null. */
export async function nameOf(db: DbOrTx, _admin: Admin, id: PersonId): Promise<string | null> {
  return named(await people(db).where('p.id', '=', id).executeTakeFirst())
}

/** Who gets a refund. */
export async function nameOfRefund(db: DbOrTx, _admin: Admin, id: RefundId) {
  return named(
    await people(db)
      .innerJoin('checkout_orders as o', 'o.user_id', 'p.id')
      .innerJoin('refunds as r', 'r.order_id', 'o.id')
      .where('r.id', '=', id)
      .executeTakeFirst(),
  )
}

/** Whom a transfer pays. */
export async function nameOfTransfer(db: DbOrTx, _admin: Admin, id: TransferId) {
  return named(
    await people(db)
      .innerJoin('transfers as t', 't.owner_id', 'p.id')
      .where('t.id', '=', id)
      .executeTakeFirst(),
  )
}

/** Whom a transfer that differs pays; null where it is not ours. */
export async function nameOfDifference(db: DbOrTx, _admin: Admin, id: TransferDifferenceId) {
  return named(
    await people(db)
      .innerJoin('transfer_differences as d', 'd.owner_id', 'p.id')
      .where('d.id', '=', id)
      .executeTakeFirst(),
  )
}

const people = (db: DbOrTx) => db.selectFrom('user_profiles as p').select('p.full_name as fullName')

const named = (found: { readonly fullName: string } | undefined) => found?.fullName ?? null
