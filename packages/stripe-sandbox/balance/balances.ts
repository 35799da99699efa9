import { badRequest, type StripeProblem } from '#sandbox/core/errors.ts'
import type { Work } from '#sandbox/core/work.ts'

/** Money in one currency, in its smallest unit. */
export type Money = { currency: string; available: number; pending: number }

const ofPlatform = /* sql */ `
  select body->>'currency' as currency, (body->>'available_on')::bigint as available_on,
    (body->>'net')::bigint as net
  from stripe_sandbox.objects where object = 'balance_transaction'`

const ofAccount = /* sql */ `
  select body->>'currency' as currency, created as available_on,
    (body->>'amount')::bigint - (body->>'amount_reversed')::bigint as net
  from stripe_sandbox.objects
  where object = 'transfer' and body->>'destination' = $2
  union all
  select body->>'currency', created, -(body->>'amount')::bigint
  from stripe_sandbox.objects
  where object = 'payout' and parent = $2 and body->>'status' <> 'failed'`

/** The balance of the platform (null) or of a connected account, by currency. */
export async function readBalance(work: Work, account: string | null): Promise<Money[]> {
  const { rows } = await work.db.query<Money>(
    `select currency,
       coalesce(sum(net) filter (where available_on <= $1), 0)::float8 as available,
       coalesce(sum(net) filter (where available_on > $1), 0)::float8 as pending
     from (${account === null ? ofPlatform : ofAccount}) movements
     group by currency order by currency`,
    account === null ? [work.now] : [work.now, account],
  )
  return rows.length > 0 ? rows : [{ currency: 'usd', available: 0, pending: 0 }]
}

/** Takes an amount of the available balance; two calls at the same time take turns. */
export async function requireAvailable(
  work: Work,
  account: string | null,
  amount: number,
  currency: string,
): Promise<void> {
  await work.db.query(`select pg_advisory_xact_lock(hashtext($1))`, [
    `stripe_sandbox balance of ${account ?? 'the platform'}`,
  ])
  const money = (await readBalance(work, account)).find((one) => one.currency === currency)
  if (amount > (money?.available ?? 0)) throw insufficient()
}

function insufficient(): StripeProblem {
  return badRequest(
    'You have insufficient available funds in your Stripe account. Funds of new charges are pending for two days.',
    'balance_insufficient',
  )
}
