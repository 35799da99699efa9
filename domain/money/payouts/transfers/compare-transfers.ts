import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { TransferState } from '#gateways/stripe/transfers.ts'
import { hasPayoutAccounts } from './has-payout-accounts.ts'
import { recordTransfer } from './record-transfer.ts'
import { type FoundDifference, MAX_DIFFERENCES, recordDifferences } from './transfer-differences.ts'

// Compares the transfers that we recorded as made with Stripe's list, one page of that list at a
// time, and with the earnings that they pay.

const DAY_MS = 86_400_000
/** More than a month, so that each run is still compared when the next one is due. */
const COMPARED_DAYS = 40
/** Transfers made just now may not be in both lists yet. */
const STABLE_AFTER_MS = 10 * 60_000
/** The most pages of Stripe's list (100 transfers each) to compare, and differences to record. */
const LIMITS = { pages: 1000, differences: MAX_DIFFERENCES }

/**
 * Compares the transfers of the last 40 days and records at most a hundred differences. Returns how
 * many it found. Throws while Stripe is unavailable, and when the list is too long to compare.
 */
export async function compareTransfers(
  db: Db,
  stripe: Pick<StripeGateway, 'listTransfers'>,
  now: Date,
  max = LIMITS,
): Promise<number> {
  if (!(await hasPayoutAccounts(db))) return 0
  // Stripe's times are whole seconds.
  const from = wholeSecond(now.getTime() - COMPARED_DAYS * DAY_MS)
  const until = wholeSecond(now.getTime() - STABLE_AFTER_MS)
  const found: FoundDifference[] = [...(await withoutTheirEarnings(db, from, max.differences))]
  let after: string | null = null
  for (let pages = 0; ; pages += 1) {
    if (pages === max.pages) throw new Error('there are too many transfers to compare')
    const { transfers, next } = await stripe.listTransfers(from, until, after)
    found.push(...(await compareStates(db, transfers, now)))
    if (next === null || found.length >= max.differences) break
    after = next
  }
  if (found.length < max.differences)
    found.push(...(await notAtStripe(db, { from, until, now }, max.differences)))
  await recordDifferences(db, found.slice(0, max.differences), from, now)
  return found.length
}

function wholeSecond(ms: number): Date {
  return new Date(Math.floor(ms / 1000) * 1000)
}

type OurTransfer = Awaited<ReturnType<typeof ourTransfers>>[number]

/** Our transfers that these match, by Stripe's id or by our id as stored at Stripe. */
async function ourTransfers(db: Db, states: readonly TransferState[]) {
  const stripeIds = states.map(({ id }) => id)
  const ids = states.map(({ transferId }) => parseId<TransferId>(transferId))
  return await db
    .selectFrom('transfers as t')
    .innerJoin('payout_accounts as a', 'a.owner_id', 't.owner_id')
    .select(['t.id', 't.owner_id', 't.amount_cents', 't.status', 't.stripe_transfer_id'])
    .select([
      't.reversed_cents',
      sql<string>`coalesce(t.sent_to, a.stripe_account_id)`.as('account'),
    ])
    .where(
      sql<boolean>`(t.stripe_transfer_id = any(${stripeIds}::text[]) or t.id = any(${ids}::uuid[]))`,
    )
    .execute()
}

async function compareStates(
  db: Db,
  states: readonly TransferState[],
  now: Date,
): Promise<readonly FoundDifference[]> {
  const ours = await ourTransfers(db, states)
  const byStripeId = new Map(ours.map((transfer) => [transfer.stripe_transfer_id, transfer]))
  const byId = new Map<string | null, OurTransfer>(ours.map((transfer) => [transfer.id, transfer]))
  const owners = await ownersOf(db, states)
  const found: FoundDifference[] = []
  const matched: TransferId[] = []
  for (const state of states) {
    const same = byStripeId.get(state.id)
    if (same) {
      matched.push(same.id)
      found.push(...differencesIn(same, state))
      // The event about its reversal was lost.
      if (state.reversedCents > same.reversed_cents) await recordTransfer(db, same.id, state, now)
      continue
    }
    const named = byId.get(state.transferId)
    const difference = unmatched(named, state, owners.get(state.account) ?? null)
    if (difference) found.push(difference)
  }
  await markCompared(db, matched, now)
  return found
}

function differencesIn(ours: OurTransfer, state: TransferState): FoundDifference[] {
  const about = {
    transferId: ours.id,
    stripeTransferId: state.id,
    ownerId: ours.owner_id,
    ourCents: ours.amount_cents,
    stripeCents: state.amountCents,
    madeAt: state.createdAt,
  }
  return [
    ...(ours.amount_cents === state.amountCents ? [] : [{ kind: 'amount' as const, ...about }]),
    ...(ours.account === state.account ? [] : [{ kind: 'account' as const, ...about }]),
  ]
}

/** The difference for a transfer at Stripe that matches none of ours; null when it is none. */
function unmatched(
  named: OurTransfer | undefined,
  state: TransferState,
  ownerId: PersonId | null,
): FoundDifference | null {
  // Stripe's answer was lost; the transfer's job will find it.
  if (named?.status === 'pending') return null
  // Neither sent to one of our accounts nor marked with our id: made for something else.
  if (!named && ownerId === null) return null
  return {
    kind: named?.status === 'failed' ? 'not_made' : 'unknown',
    transferId: named?.id ?? null,
    stripeTransferId: state.id,
    ownerId: named?.owner_id ?? ownerId,
    ourCents: named?.status === 'failed' ? named.amount_cents : null,
    stripeCents: state.amountCents,
    madeAt: state.createdAt,
  }
}

async function ownersOf(
  db: Db,
  states: readonly TransferState[],
): Promise<ReadonlyMap<string | null, PersonId>> {
  const accounts = states.map(({ account }) => account)
  const rows = await db
    .selectFrom('payout_accounts')
    .select(['stripe_account_id', 'owner_id'])
    .where('stripe_account_id', 'in', accounts)
    .execute()
  return new Map(rows.map((row) => [row.stripe_account_id, row.owner_id]))
}

async function markCompared(db: Db, ids: readonly TransferId[], now: Date): Promise<void> {
  await db.updateTable('transfers').set({ compared_at: now }).where('id', 'in', ids).execute()
}

/** Our transfers of that period that were on no page of Stripe's list. */
async function notAtStripe(
  db: Db,
  { from, until, now }: { readonly from: Date; readonly until: Date; readonly now: Date },
  max: number,
): Promise<readonly FoundDifference[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'owner_id', 'amount_cents', 'stripe_transfer_id', 'finished_at'])
    .where('status', '=', sql.lit('made' as const))
    .where('finished_at', '>=', from)
    .where('finished_at', '<', until)
    .where(sql<boolean>`compared_at is distinct from ${now}`)
    .orderBy('finished_at')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    kind: 'missing',
    transferId: row.id,
    stripeTransferId: row.stripe_transfer_id,
    ownerId: row.owner_id,
    ourCents: row.amount_cents,
    stripeCents: null,
    madeAt: row.finished_at ?? from,
  }))
}

/** Pending and made transfers that differ from the sum of the earnings they pay. */
async function withoutTheirEarnings(
  db: Db,
  from: Date,
  max: number,
): Promise<readonly FoundDifference[]> {
  const earned = sql<number>`(select coalesce(sum(amount_cents), 0)::int from earnings
    where transfer_id = t.id)`
  const rows = await db
    .selectFrom('transfers as t')
    .select(['t.id', 't.owner_id', 't.amount_cents', 't.requested_at', earned.as('earned')])
    .where('t.requested_at', '>=', from)
    .where('t.status', '<>', sql.lit('failed' as const))
    .where('t.amount_cents', '<>', earned)
    .orderBy('t.requested_at')
    .orderBy('t.id')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    kind: 'earnings',
    transferId: row.id,
    stripeTransferId: null,
    ownerId: row.owner_id,
    ourCents: row.amount_cents,
    stripeCents: row.earned,
    madeAt: row.requested_at,
  }))
}
