import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { TransferDifferenceKind } from '#db/enums.ts'
import type { PersonId, TransferDifferenceId, TransferId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** What a comparison has found. */
export type FoundDifference = {
  readonly kind: TransferDifferenceKind
  /** Our id; null when we know no such transfer. */
  readonly transferId: TransferId | null
  /** Stripe's id; null when Stripe has no such transfer. */
  readonly stripeTransferId: string | null
  readonly ownerId: PersonId | null
  readonly ourCents: number | null
  readonly stripeCents: number | null
  readonly madeAt: Date
}

/** Whether a difference is open: then no transfer is started or made. */
export async function payoutsAreStopped(db: DbOrTx): Promise<boolean> {
  const open = await db
    .selectFrom('transfer_differences')
    .select('id')
    .where('resolved_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Records what a comparison of the transfers made since `from` has found. Open differences of that
 * period that it no longer finds are resolved. Admins get an email about new ones.
 */
export async function recordDifferences(
  db: Db,
  found: readonly FoundDifference[],
  from: Date,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const keys = found.map(keyOf)
    await tx
      .updateTable('transfer_differences')
      .set({ resolved_at: now })
      .where('resolved_at', 'is', null)
      .where('made_at', '>=', from)
      .where(sql<boolean>`difference_key <> all(${keys}::text[])`)
      .execute()
    const added: TransferDifferenceId[] = []
    for (const difference of found) added.push(...(await recordDifference(tx, difference, now)))
    const [first] = added
    if (first) await enqueue(tx, 'tell-admins', { event: 'transfers-differ', id: first })
  })
}

/** Returns its id if it is new or open again; else nothing. */
async function recordDifference(
  tx: Tx,
  difference: FoundDifference,
  now: Date,
): Promise<TransferDifferenceId[]> {
  const id: TransferDifferenceId = newId()
  const rows = await tx
    .insertInto('transfer_differences')
    .values({
      id,
      kind: difference.kind,
      transfer_id: difference.transferId,
      stripe_transfer_id: difference.stripeTransferId,
      owner_id: difference.ownerId,
      our_cents: difference.ourCents,
      stripe_cents: difference.stripeCents,
      made_at: difference.madeAt,
      found_at: now,
      difference_key: keyOf(difference),
    })
    .onConflict((conflict) =>
      conflict
        .column('difference_key')
        .doUpdateSet({ resolved_at: null, found_at: now })
        .where('transfer_differences.resolved_at', 'is not', null)
        // An admin has already explained exactly this difference.
        .where('transfer_differences.accepted_by', 'is', null),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

function keyOf(difference: FoundDifference): string {
  const { kind, transferId, stripeTransferId, ourCents, stripeCents } = difference
  return [kind, transferId, stripeTransferId, ourCents, stripeCents].join(' ')
}

export type OpenDifference = Awaited<ReturnType<typeof openDifferences>>[number]

export const MAX_DIFFERENCES = 100

/** Open differences, newest first; at most a hundred. */
export async function openDifferences(db: DbOrTx, _admin: Admin) {
  const rows = await db
    .selectFrom('transfer_differences as d')
    .leftJoin('user_profiles as p', 'p.id', 'd.owner_id')
    .select(['d.id', 'd.kind', 'd.transfer_id as transferId', 'd.our_cents as ourCents'])
    .select(['d.stripe_transfer_id as stripeTransferId', 'd.stripe_cents as stripeCents'])
    .select(['d.made_at as madeAt', 'd.found_at as foundAt', 'd.owner_id', 'p.full_name'])
    .where('d.resolved_at', 'is', null)
    .orderBy('d.found_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(MAX_DIFFERENCES)
    .execute()
  return rows.map(({ owner_id: id, full_name, ...row }) => ({
    ...row,
    owner: id && { id, fullName: full_name ?? '' },
  }))
}

export type DifferenceRefusal =
  /** It does not exist, or is no longer open. */
  { readonly reason: 'difference-not-found' } | { readonly reason: 'note-missing' }

/**
 * An admin explains in `note` why the lists differ, and payouts continue. The same difference does
 * not stop them again; a different amount is a new difference.
 */
export async function acceptDifference(
  db: Db,
  admin: Admin,
  { id, note }: { readonly id: TransferDifferenceId; readonly note: string },
  now: Date,
): Promise<Outcome<void, DifferenceRefusal>> {
  if (note.trim() === '') return refused({ reason: 'note-missing' })
  return await inTransaction(db, async (tx) => {
    const accepted = await tx
      .updateTable('transfer_differences')
      .set({ resolved_at: now, accepted_by: admin.id, note: note.trim() })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['kind', 'transfer_id', 'stripe_transfer_id'])
      .executeTakeFirst()
    if (!accepted) return refused({ reason: 'difference-not-found' })
    const act = { action: 'accept difference', noun: 'transfer difference', nounId: id }
    await recordAction(tx, admin, { ...act, after: { ...accepted, note: note.trim() } }, now)
    return done(undefined)
  })
}
