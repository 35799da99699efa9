import type { Insertable } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { DisputeKind } from '#db/enums.ts'
import type { DepositId, RefundId } from '#db/ids.ts'
import type { DB } from '#db/types.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'

export const noon = new Date('2026-11-20T12:00:00Z')
export const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)

type Columns = Partial<
  Record<
    'amount_cents' | 'kept_cents' | 'refunded_cents' | 'topped_up_cents' | 'lost_cents',
    number
  > &
    Record<'refund_requested_at' | 'frozen_at' | 'closed_at', Date>
>

/** Deposits as bare rows, without their history: for databases that violate invariants. */
export function depositRows(db: Db) {
  const made = make(db)
  /** A deposit of $50 and finished rentals on it. */
  async function held() {
    const payer = await made.shopper()
    const id = await made.deposit(payer, { paidAt: noon })
    const rental = async (status: 'pending' | 'completed' = 'completed') =>
      (
        await made.rental({
          ...{
            item: await made.item({ creditsPerDay: 0 }),
            renter: payer,
            createdAt: noon,
            status,
          },
        })
      ).id
    const claim = async (
      row: Partial<Insertable<DB['deposit_claims']>> = {},
      withheldCents = 500,
    ) => {
      const rentalId = await rental()
      await insertRows(db, 'deposit_claims', {
        ...{ rental_id: rentalId, deposit_id: id, kept_cents: withheldCents, decided_at: noon },
        ...row,
      })
      return rentalId
    }
    const set = (row: Columns) => db.updateTable('deposits').set(row).where('id', '=', id).execute()
    const refunds = () =>
      readRows(db, 'refunds', ['amount_cents', 'reason', 'status'], { deposit_id: id }, 'id')
    const { order_id: orderId } = await readRow(db, 'deposits', 'order_id', id)
    const refund = async (cents: number, row: Partial<Insertable<DB['refunds']>> = {}) => {
      const refundId: RefundId = newId()
      await insertRows(db, 'refunds', {
        ...{ id: refundId, order_id: orderId, deposit_id: id, amount_cents: cents },
        ...{ reason: 'deposit_returned', requested_at: noon, ...row },
      })
      return refundId
    }
    /** A lost dispute, of which the deposit has not covered `lossCents`. */
    const loses = async (lossCents: number, row: Partial<Insertable<DB['disputes']>> = {}) =>
      await insertRows(db, 'disputes', {
        ...{ id: newId(), order_id: orderId, payment_intent: `pi_${orderId}`, user_id: payer.id },
        ...{ amount_cents: lossCents, loss_cents: lossCents, status: 'lost', kind: 'dispute' },
        ...{ opened_at: noon, closed_at: noon, ...row },
      })
    const now = () =>
      readRow(
        db,
        'deposits',
        ['kept_cents', 'refunded_cents', 'lost_cents', 'refund_requested_at', 'closed_at'],
        id,
      )
    return { payer, id, orderId, rental, claim, set, refund, refunds, loses, now }
  }

  async function topUp(depositId: DepositId, paidAt: Date) {
    const { payer, id, orderId: order_id } = await held()
    await db.deleteFrom('deposits').where('id', '=', id).execute()
    await insertRows(db, 'deposit_top_ups', {
      ...{ order_id, deposit_id: depositId, payment_intent: `pi_${order_id}` },
      ...{ amount_cents: 1000, paid_at: paidAt },
    })
    const disputed = async (status: 'open' | 'won' | 'lost', kind: DisputeKind = 'dispute') =>
      await insertRows(db, 'disputes', {
        ...{ id: newId(), order_id, payment_intent: `pi_${order_id}`, user_id: payer.id, kind },
        ...{ amount_cents: 300, status, opened_at: noon },
        ...{ closed_at: status === 'open' ? null : noon },
      })
    return { orderId: order_id, disputed }
  }

  return { made, held, topUp }
}
