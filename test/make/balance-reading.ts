import { explainBalance } from '#domain/money/balance/explain-balance.ts'
import { readBalance } from '#domain/money/balance/read-balance.ts'
import type { PayoutWorld } from '#test/worlds/payout-world.ts'

/** The hourly reading of the balance at Stripe, an hour later each time. */
export function balanceReading({ db, payments, clock }: PayoutWorld) {
  async function read(): Promise<void> {
    clock.advance({ hours: 1 })
    await readBalance(db, payments.stripe, clock.now())
    await explainBalance(db, clock.now())
  }

  const rows = async () =>
    await db
      .selectFrom('balance_transactions')
      .select(['type', 'amount_cents', 'explained_by'])
      .orderBy('created_at', 'desc')
      .orderBy('amount_cents')
      .execute()

  return {
    read,
    /** Reads, and returns the transactions that nothing explains, the last one first. */
    async unexplained() {
      await read()
      return (await rows()).flatMap((one) =>
        one.explained_by ? [] : [[one.type, one.amount_cents]],
      )
    },
    /** What was explained, the last one first. */
    explained: async () =>
      (await rows()).flatMap((one) =>
        one.explained_by ? [[one.type, one.amount_cents, one.explained_by] as const] : [],
      ),
  }
}
