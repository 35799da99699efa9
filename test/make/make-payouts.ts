import type { Db } from '#db/connection.ts'
import type { PayoutAccountState } from '#db/enums.ts'
import type { RentalId, TransferId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import type { MakeThings } from './make.ts'

type CorrectionInput = {
  readonly cents?: number
  readonly note?: string
  readonly at?: Date
  readonly payableAt?: Date
  /** Unique. */
  readonly key?: string
}

/** Payout accounts and earnings, with everything that the integrity checks require. */
export function makePayouts(db: Db, things: MakeThings) {
  /** A payout account whose Stripe account does not exist; returns its Stripe id. */
  async function payoutAccount(
    owner: Person,
    { state = 'ready', at = new Date() }: { state?: PayoutAccountState; at?: Date } = {},
  ): Promise<string> {
    const account = `acct_${newId().replaceAll('-', '')}`
    await insertRows(db, 'payout_accounts', {
      owner_id: owner.id,
      stripe_account_id: account,
      state,
      payouts_enabled: state === 'ready',
      created_at: at,
      updated_at: at,
    })
    return account
  }

  /** Money that an admin has given to a closet, payable at once by default. */
  async function correction(owner: Person, input: CorrectionInput = {}): Promise<void> {
    const { cents = 2500, note = 'Dry cleaning', at = new Date(), payableAt = at } = input
    const { key = `correction:${newId()}` } = input
    await insertRows(db, 'earnings', {
      id: newId(),
      owner_id: owner.id,
      kind: 'correction',
      amount_cents: cents,
      source_key: key,
      earned_at: at,
      payable_at: payableAt,
      note,
      made_by: (await things.admin()).id,
    })
  }

  /** Adds the earning of a completed rental, payable at once. */
  async function earningOf(
    rentalId: RentalId,
    at = new Date(),
    centsPerCredit = 45,
  ): Promise<void> {
    const rental = await db
      .updateTable('rentals')
      .set({ cents_per_credit: centsPerCredit })
      .where('id', '=', rentalId)
      .returning(['owner_id', 'total_credits'])
      .executeTakeFirstOrThrow()
    await insertRows(db, 'earnings', {
      id: newId(),
      owner_id: rental.owner_id,
      kind: 'rental',
      rental_id: rentalId,
      amount_cents: rental.total_credits * centsPerCredit,
      source_key: `rental:${rentalId}`,
      earned_at: at,
      payable_at: at,
    })
  }

  /** A payout of one adjustment, to an owner with a payout account; returns its id. */
  async function payout(
    owner: Person,
    { cents = 2500, note = 'Dry cleaning', at = new Date() } = {},
  ): Promise<TransferId> {
    const id: TransferId = newId()
    const key = `correction:${newId()}`
    await correction(owner, { cents, note, at, key })
    await insertRows(db, 'transfers', {
      ...{ id, owner_id: owner.id, amount_cents: cents, status: 'made' },
      ...{ stripe_transfer_id: `tr_${id}`, requested_at: at, finished_at: at },
    })
    await updateRows(db, 'earnings', { source_key: key }, { transfer_id: id })
    return id
  }

  return { payoutAccount, correction, earningOf, payout }
}
