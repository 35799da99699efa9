import type pg from 'pg'
import { newId } from '#domain/shared/ids.ts'

export type AddedShopper = { readonly id: string; readonly email: string }

/** Adds shoppers with a deposit and a million credits each. `passwordHash` lets them sign in. */
export async function addShoppers(
  pool: pg.Pool,
  count: number,
  { passwordHash = null }: { readonly passwordHash?: string | null } = {},
): Promise<AddedShopper[]> {
  const shoppers = Array.from({ length: count }, () => newId())
  const ids = [shoppers]
  const client = await pool.connect()
  const each = 'unnest($1::uuid[]) as p(id)'
  try {
    await client.query('begin')
    await client.query(
      `insert into user_profiles (id, full_name, email, email_verified)
       select id, 'Bench shopper', id || '@bench.test', true from ${each}`,
      ids,
    )
    if (passwordHash !== null)
      await client.query(
        `insert into auth_accounts (id, user_id, account_id, provider_id, password)
         select gen_random_uuid(), id, id, 'credential', $2 from ${each}`,
        [...ids, passwordHash],
      )
    await client.query(
      `with paid as (
         insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status,
           payment_intent, created_at, paid_at, fulfilled_at)
         select gen_random_uuid(), id, 'deposit', 5000, 0, 'fulfilled', 'intent ' || id,
           now(), now(), now() from ${each}
         returning id, user_id, payment_intent
       )
       insert into deposits (id, user_id, order_id, payment_intent, amount_cents, paid_at)
       select gen_random_uuid(), user_id, id, payment_intent, 5000, now() from paid`,
      ids,
    )
    await client.query(
      `with granted as (
         insert into credit_transactions (id, user_id, kind, amount, idempotency_key, effective_at)
         select gen_random_uuid(), id, 'grant', 1000000, 'grant ' || id, now() from ${each}
         returning id, user_id
       ), lots as (
         insert into credit_lots (id, user_id, source, source_key, granted_at, expires_at)
         select gen_random_uuid(), id, 'grant', 'grant ' || id, now(), '2099-01-01' from ${each}
         returning id, user_id
       )
       insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
       select g.id, l.id, 'mint', 'available', 1000000
       from granted g join lots l on l.user_id = g.user_id`,
      ids,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  return shoppers.map((id) => ({ id, email: `${id}@bench.test` }))
}
