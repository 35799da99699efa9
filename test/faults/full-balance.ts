import type { World } from './world.ts'

/** More money at the payment provider than all transfers need, available at once. */
export async function fillBalance({ database }: Pick<World, 'database'>): Promise<void> {
  await database.pool.query(
    `insert into stripe_sandbox.objects (id, object, created, body)
      values ('txn_of_many', 'balance_transaction', 0,
        '{"net": 99999999, "available_on": 0, "currency": "usd"}')`,
  )
}
