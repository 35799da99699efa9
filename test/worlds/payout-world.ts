import type { PayoutAccountState } from '#db/enums.ts'
import type { PersonId, TransferId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { expressAccount, openLink } from '#sandbox/testing/connect.ts'
import { type TestClock, testClock } from '#test/clock.ts'
import { type Make, make } from '#test/make/make.ts'
import { type TestPayments, testPayments } from '#test/payments.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'

export interface PayoutWorld {
  readonly database: TestDatabase
  readonly db: TestDatabase['db']
  readonly clock: TestClock
  readonly payments: TestPayments
  readonly made: Make
}

/** A shop with the sandbox, whose clock stands still at noon on December 5 in New York. */
export async function payoutWorld(given?: TestDatabase): Promise<PayoutWorld> {
  const database = given ?? (await testDatabase())
  const clock = testClock('2026-12-05T17:00:00Z')
  const payments = await testPayments(database, clock)
  return { database, db: database.db, clock, payments, made: make(database.db) }
}

interface AccountDetails {
  /** Decides how the sandbox ends the onboarding. */
  readonly name?: string
  readonly bankAccount?: string
  readonly state?: PayoutAccountState
}

type Place = Pick<PayoutWorld, 'db' | 'clock' | 'payments'>

/** Onboards an account at Stripe; returns its id. Records it with `state`, whatever its name. */
export async function openAccount(
  { db, clock, payments }: Place,
  ownerId: PersonId,
  { name = 'Vera Verified', bankAccount = '000123456789', state = 'ready' }: AccountDetails = {},
): Promise<string> {
  const stripe = payments.dashboard
  const { id } = await stripe.accounts.create(expressAccount)
  const { url } = await openLink({ stripe }, id)
  await payments.sendForm(url, { name, bankAccount })
  await insertRows(db, 'payout_accounts', {
    owner_id: ownerId,
    stripe_account_id: id,
    state,
    payouts_enabled: state === 'ready',
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return id
}

/** An earning that can be paid now, as a correction. */
export async function earn(
  { db, clock, made }: Pick<PayoutWorld, 'db' | 'clock' | 'made'>,
  ownerId: PersonId,
  cents: number,
  payableAt = clock.now(),
): Promise<void> {
  await insertRows(db, 'earnings', {
    id: newId(),
    owner_id: ownerId,
    kind: 'correction',
    amount_cents: cents,
    source_key: `correction:${newId()}`,
    earned_at: clock.now(),
    payable_at: payableAt,
    note: 'A correction.',
    made_by: (await made.admin()).id,
  })
}

/** A closet with an account at Stripe and something to be paid. */
export async function owedCloset(
  world: PayoutWorld,
  cents: number,
  details: AccountDetails = {},
): Promise<ClosetOwner> {
  const closet = await world.made.closet()
  await openAccount(world, closet.id, details)
  if (cents !== 0) await earn(world, closet.id, cents)
  return closet
}

/** Fills the balance of the platform: each charge adds $48.25 after its fee, two days later. */
export async function fillBalance(
  { payments, made, clock }: Pick<PayoutWorld, 'payments' | 'made' | 'clock'>,
  charges = 1,
): Promise<void> {
  for (let charge = 0; charge < charges; charge += 1)
    await payments.holdDeposit(await made.shopper())
  clock.advance({ days: 2 })
}

/** Records a transfer, of $30 by default, that is not made yet and has no job. */
export async function pendingTransfer(
  world: Pick<PayoutWorld, 'db' | 'clock' | 'made'>,
  closet: ClosetOwner,
  cents = 3000,
  id: TransferId = newId(),
): Promise<TransferId> {
  const { db, clock } = world
  const account = await readRow(db, 'payout_accounts', 'stripe_account_id', { owner_id: closet.id })
  await earn(world, closet.id, cents)
  await insertRows(db, 'transfers', {
    id,
    owner_id: closet.id,
    amount_cents: cents,
    requested_at: clock.now(),
    sent_to: account.stripe_account_id,
  })
  await updateRows(db, 'earnings', { owner_id: closet.id, transfer_id: null }, { transfer_id: id })
  return id
}

/** The transfers of a closet, the oldest first. */
export function transfersOf({ db }: Pick<PayoutWorld, 'db'>, ownerId: PersonId) {
  return db
    .selectFrom('transfers')
    .select(['id', 'amount_cents', 'status', 'final', 'tries', 'failure', 'reversed_cents'])
    .where('owner_id', '=', ownerId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
}

/** What Stripe has transferred, the oldest first. */
export async function transfersAtStripe({ payments }: Pick<PayoutWorld, 'payments'>) {
  const { data } = await payments.dashboard.transfers.list({ limit: 100 })
  return data.toReversed().map(({ amount, transfer_group }) => ({ amount, transfer_group }))
}

/** Sends money to a closet in Stripe's dashboard, so that we have no record of the transfer. */
export async function transferByHand(
  { db, payments }: Pick<PayoutWorld, 'db' | 'payments'>,
  closet: ClosetOwner,
): Promise<void> {
  const { stripe_account_id: destination } = await readRow(
    db,
    'payout_accounts',
    'stripe_account_id',
    { owner_id: closet.id },
  )
  await payments.dashboard.transfers.create({ amount: 100, currency: 'usd', destination })
}
