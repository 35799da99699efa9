import { owedTo } from '#domain/money/payouts/payouts.ts'
import { instant, sorted } from './compare.ts'
import { expectSameLines } from './compare-calendars.ts'
import { accountBalance, platformBalance } from './model/balances.ts'
import { sumOf } from './model/earnings.ts'
import { type Simulation, same } from './simulation.ts'

/** Compares the earnings, account, transfers and owed amount of every closet. */
export async function comparePayouts({ world, model, random }: Simulation): Promise<void> {
  const { db } = world
  const { payouts } = model
  const closet = random.pick(world.closets)
  const [earnings, accounts, transfers, differences, bankPayouts, claims, reports, owed] =
    await Promise.all([
      db.selectFrom('earnings').selectAll().execute(),
      db.selectFrom('payout_accounts').selectAll().execute(),
      db.selectFrom('transfers').selectAll().execute(),
      db.selectFrom('transfer_differences').selectAll().execute(),
      db.selectFrom('bank_payouts').selectAll().execute(),
      db
        .selectFrom('deposit_claims as c')
        .leftJoin('deposit_appeals as a', 'a.rental_id', 'c.rental_id')
        .select(['c.rental_id', 'c.kept_cents', 'c.returned_cents', 'c.released_at', 'c.final_at'])
        .select(['c.decided_by', 'a.status', 'a.refund_cents', 'a.decided_by as judge'])
        .execute(),
      db.selectFrom('rental_handovers').select(['rental_id', 'step', 'written_by']).execute(),
      owedTo(db, closet.id),
    ])
  const agree = (what: string, is: readonly unknown[][], shouldBe: readonly unknown[][]) =>
    expectSameLines(what, sorted(is), sorted(shouldBe))
  agree(
    'earnings',
    earnings.map((one) => [
      ...[one.owner_id, one.kind, one.rental_id, one.amount_cents],
      ...[instant(one.payable_at), one.transfer_id],
    ]),
    payouts.earnings.map((one) => [
      ...[one.owner, one.kind, one.rental?.id, one.cents],
      ...[instant(one.payableAt), one.transfer?.id],
    ]),
  )
  agree(
    'payout accounts',
    accounts.map((one) => [
      ...[one.owner_id, one.stripe_account_id, one.state, instant(one.updated_at)],
    ]),
    [...payouts.known].map(([owner, { account, state, updatedAt }]) => [
      ...[owner, account.id, state, instant(updatedAt)],
    ]),
  )
  agree(
    'transfers',
    transfers.map((one) => [
      ...[one.id, one.owner_id, one.sent_to, one.amount_cents, one.status, one.tries],
      ...[instant(one.requested_at), one.status === 'made' && instant(one.finished_at)],
      ...[one.final, one.reversed_cents],
    ]),
    payouts.transfers.map((one) => [
      ...[one.id, one.owner, one.account.id, one.cents, one.status, one.tries],
      ...[instant(one.requestedAt), one.status === 'made' && instant(one.madeAt)],
      ...[one.isFinal, one.knownReversed],
    ]),
  )
  agree(
    'differences from the list of Stripe',
    differences.map((one) => [
      ...[one.kind, one.stripe_transfer_id, one.stripe_cents],
      ...[one.resolved_at === null, one.accepted_by !== null],
    ]),
    payouts.byHand.flatMap(({ id, cents, difference }) =>
      difference === 'unknown'
        ? []
        : [['unknown', id, cents, difference === 'open', difference === 'accepted']],
    ),
  )
  agree(
    'condition reports',
    reports.map((one) => [one.rental_id, one.step, one.written_by]),
    model.rentals.flatMap(({ id, reports: of }) => of.map(({ step, by }) => [id, step, by])),
  )
  agree(
    'payouts to banks',
    bankPayouts.map((one) => [one.owner_id, one.amount_cents, one.status]),
    payouts.accounts.flatMap((account) =>
      account.bankPayouts.flatMap(({ cents, known }) =>
        known ? [[account.owner, cents, known]] : [],
      ),
    ),
  )
  agree(
    'withheld amounts and their appeals',
    claims.map((one) => [
      ...[one.rental_id, one.kept_cents, one.returned_cents, one.released_at !== null],
      ...[instant(one.final_at), one.decided_by, one.status, one.refund_cents ?? 0, one.judge],
    ]),
    model.rentals.flatMap(({ withheld, appeal, ...one }) =>
      withheld === 0
        ? []
        : [
            [
              ...[one.id, withheld, appeal?.returned ?? 0, one.isReleased, instant(one.finalAt)],
              ...[one.withheldBy, appeal?.status, appeal?.refundCents ?? 0, appeal?.decidedBy],
            ],
          ],
    ),
  )
  const own = payouts.earnings.filter((one) => one.owner === closet.id && !one.transfer)
  same(`what ${closet.fullName} is owed`, owed?.cents ?? 0, sumOf(own))
}

/** Checks that Stripe has the transfers that were made, and every cent in one of the balances. */
export async function compareWithStripe({ world, model }: Simulation): Promise<void> {
  const { accounts, transfers, byHand } = model.payouts
  const atStripe = []
  for await (const one of world.dashboard.transfers.list({ limit: 100 }))
    atStripe.push([
      ...[one.transfer_group, one.destination, one.amount, one.created * 1000],
      one.amount_reversed,
    ])
  expectSameLines(
    'the transfers at Stripe',
    sorted(atStripe),
    sorted([
      ...transfers
        .filter(({ madeAt }) => madeAt !== null)
        .map((one) => [one.id, one.account.id, one.cents, one.madeAt, one.reversed]),
      ...byHand.map((one) => [null, one.account.id, one.cents, one.madeAt, 0]),
    ]),
  )
  const balance = await world.dashboard.balance.retrieve()
  const expected = platformBalance(model)
  same('the available balance', balance.available[0]?.amount, expected.available)
  same('the pending balance', balance.pending[0]?.amount, expected.pending)
  for (const account of accounts.filter(({ hasLeft }) => !hasLeft)) {
    const { available } = await world.dashboard.balance.retrieve({}, { stripeAccount: account.id })
    same(`the balance of ${account.id}`, available[0]?.amount, accountBalance(model, account))
  }
}
