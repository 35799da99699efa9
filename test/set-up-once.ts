import type pg from 'pg'
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

/** What the first set-up of this worker left in the sandbox, as JSON, without its events. */
let left: string | undefined

/**
 * `setUpPayments` for a new sandbox. Its thirty requests are made once in each worker; another sandbox
 * gets the same products, prices and portal.
 */
export async function setUpOnce(pool: pg.Pool, stripe: StripeGateway): Promise<void> {
  const { rowCount } = await pool.query('select from stripe_sandbox.objects limit 1')
  if (rowCount) return void (await setUpPayments(stripe, null))
  if (left !== undefined) {
    await pool.query(
      `insert into stripe_sandbox.objects (id, object, created, parent, deleted, body, kept)
        select id, object, created, parent, deleted, body, kept
        from jsonb_populate_recordset(null::stripe_sandbox.objects, $1::jsonb) order by seq`,
      [left],
    )
    return
  }
  await setUpPayments(stripe, null)
  const { rows } = await pool.query<{ left: string }>(
    `select jsonb_agg(to_jsonb(o))::text as left from stripe_sandbox.objects o
      where object <> 'event'`,
  )
  left = rows[0]?.left
}
