import { isDeepStrictEqual } from 'node:util'
import type { PersonId } from '#db/ids.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { pendingCents } from './model/deposits.ts'
import { balanceOf } from './model/lots.ts'
import { paidFor } from './model/rentals.ts'
import type { Rental } from './model/state.ts'
import type { Simulation } from './simulation.ts'

/** Compares wallets and everything that belongs to them with the model. */
export async function compareWallets(
  play: Simulation,
  owners: readonly PersonId[],
  howMany: 'all balances' | 'one balance' = 'one balance',
): Promise<void> {
  if (owners.length === 0) return
  const { world, model } = play
  const { db, clock } = world
  const agree = (what: string, is: unknown, shouldBe: unknown) => {
    if (isDeepStrictEqual(is, shouldBe)) return
    const shown = JSON.stringify({ is, shouldBe }, null, 1)
    throw new Error(`${what} differ:\n${shown}`)
  }
  // The lots of all people are compared below.
  const some = howMany === 'all balances' ? owners : [play.random.one(owners) ?? owners[0]]
  for (const owner of some)
    if (owner)
      agree('credits', await creditsBalance(db, owner, clock.now()), balanceOf(model, owner))
  const [lots, deposits, rentals, codes, plans, orders] = await Promise.all([
    db.selectFrom('credit_lots').selectAll().where('user_id', 'in', owners).execute(),
    db
      .selectFrom('deposits')
      .selectAll('deposits')
      .select((eb) =>
        eb
          .selectFrom('refunds')
          .select((one) => one.fn.sum<string | null>('amount_cents').as('cents'))
          .whereRef('deposit_id', '=', 'deposits.id')
          .where('status', '=', 'pending')
          .as('under_way'),
      )
      .where('user_id', 'in', owners)
      .execute(),
    db.selectFrom('rentals').selectAll().where('renter_id', 'in', owners).execute(),
    db.selectFrom('gift_codes').selectAll().where('buyer_id', 'in', owners).execute(),
    db.selectFrom('credit_subscriptions').selectAll().where('user_id', 'in', owners).execute(),
    db
      .selectFrom('checkout_orders')
      .select(['id', 'status'])
      .where('user_id', 'in', owners)
      .execute(),
  ])
  const own = <T extends { readonly owner: PersonId }>(things: readonly T[]) =>
    things.filter((thing) => owners.includes(thing.owner))

  agree(
    'lots',
    sorted(
      lots.map((lot) => [
        lot.user_id,
        lot.source,
        lot.expires_at.toISOString(),
        ...[lot.available, lot.spent, lot.expired, lot.revoked, lot.owed],
        ...[lot.frozen_at !== null, lot.revoked_at !== null],
      ]),
    ),
    sorted(
      own(model.lots).map((lot) => [
        lot.owner,
        lot.source,
        new Date(lot.expiresAt).toISOString(),
        ...[lot.available, lot.spent, lot.expired, lot.revoked, lot.owed],
        ...[lot.frozen, lot.isRevoked],
      ]),
    ),
  )
  agree(
    'deposits',
    sorted(
      deposits.map((one) => [
        one.order_id,
        ...[
          one.topped_up_cents,
          one.kept_cents,
          one.refunded_cents,
          one.lost_cents,
          Number(one.under_way ?? 0),
        ],
        ...[one.frozen_at !== null, one.refund_requested_at !== null, one.closed_at !== null],
      ]),
    ),
    sorted(
      own(model.deposits).map((one) => [
        one.order.id,
        one.topUps.reduce((sum, { cents }) => sum + cents, 0),
        ...[one.withheld, one.refunded, one.lost, pendingCents(model, one)],
        ...[one.frozen, one.requested, one.closed],
      ]),
    ),
  )
  agree(
    'rentals',
    sorted(
      rentals.map((one) => [
        ...[one.id, one.item_id, stateOf(one), one.start_date, one.end_date, one.total_credits],
        ...[one.exclusive, one.turnaround_days, one.cancellation, one.swapped_for],
        ...[one.cents_per_credit, one.handover, isLost(one)],
        ...[instant(one.sent_back_at), instant(one.at_risk_since), one.at_risk_from],
      ]),
    ),
    sorted(
      model.rentals
        .filter(({ renter }) => owners.includes(renter))
        .map((one) => [
          ...[one.id, one.item.id, one.state, one.start, one.end, paidFor(one)],
          ...[one.exclusive, one.turnaroundDays, one.cancellation, one.swappedFor?.id],
          ...[one.centsPerCredit, one.handover, one.isLost],
          ...[instant(one.sentBackAt), instant(one.atRisk?.since ?? null), one.atRisk?.from.id],
        ]),
    ),
  )
  agree(
    'codes',
    sorted(
      codes.map((one) => [
        one.order_id,
        one.expires_at.toISOString(),
        ...[one.claimed, one.frozen_at !== null, one.revoked_at !== null],
      ]),
    ),
    sorted(
      model.codes
        .filter(({ buyer }) => owners.includes(buyer))
        .map((one) => [
          one.order.id,
          new Date(one.expiresAt).toISOString(),
          ...[one.claimed, one.frozen, one.revoked],
        ]),
    ),
  )
  agree(
    'subscriptions',
    sorted(
      plans.map((one) =>
        one.refused_at
          ? [one.order_id, 'refused']
          : [
              one.order_id,
              one.status,
              one.product_type,
              one.pending_product_type,
              ...[one.anchor_at, one.next_grant_at, one.cancel_at, one.renews_at].map(instant),
            ],
      ),
    ),
    sorted(
      own(model.subs).flatMap(({ order, known }) =>
        !known
          ? []
          : known.refused
            ? [[order.id, 'refused']]
            : [
                [
                  order.id,
                  known.status,
                  known.plan,
                  known.pending,
                  ...[known.anchor, known.nextGrantAt, known.cancelAt, known.renewsAt].map(instant),
                ],
              ],
      ),
    ),
  )
  agree(
    'orders',
    sorted(orders.map((one) => [one.id, one.status])),
    sorted(own(model.orders).map((one) => [one.id, one.status])),
  )
}

export function instant(at: Date | number | null): string {
  return at === null ? 'never' : new Date(at).toISOString()
}

export function sorted(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => row.join(' ')).sort()
}

type RentalRow = {
  readonly status: string
  readonly return_status: string
}

const isLost = ({ status, return_status }: RentalRow) =>
  status === 'completed' && return_status === 'late'

function stateOf({ status, return_status }: RentalRow): Rental['state'] | string {
  if (status !== 'delivered') return status
  return { returned: 'back', late: 'late' }[return_status] ?? 'out'
}

export async function expectInvariants({ world }: Simulation): Promise<void> {
  const broken = await integrityViolations(world.db)
  if (broken.length > 0) throw new Error(`integrity checks failed: ${JSON.stringify(broken)}`)
}
