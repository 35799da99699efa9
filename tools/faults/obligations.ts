import { setTimeout as pause } from 'node:timers/promises'
import type { World } from '#test/faults/world.ts'

/** Work counts as never done if nothing was done for so long. After many kills there is a lot. */
const TIMEOUT_MS = 240_000

/** What is still owed: jobs, webhooks, emails, refunds, transfers. Future jobs do not count. */
const OWED = `
  select 'job ' || task_identifier as owed from graphile_worker.jobs
    where attempts < max_attempts and (locked_by is not null or attempts > 0 or run_at <= now())
  union all select 'webhook to us' from stripe_sandbox.deliveries where due is not null
  union all select 'event ' || type from stripe_events where done_at is null
  union all select 'email ' || template from mail_outbox where sent_at is null
  union all select 'refund' from refunds where status = 'pending'
  union all select 'transfer' from transfers where status = 'pending'
  union all select 'earnings' from earnings e join payout_accounts a using (owner_id)
    where e.transfer_id is null and a.state = 'ready'`

/**
 * Waits until everything that the shop owes has been done. Starts payout runs meanwhile, as the
 * schedule does every month.
 */
export async function allObligationsMet(world: World): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  let fewestSince = performance.now()
  await sendWebhooksAgain(world)
  for (;;) {
    const { rows } = await world.database.pool.query<{ owed: string }>(OWED)
    if (rows.length === 0) return
    if (rows.length < fewest) {
      fewest = rows.length
      fewestSince = performance.now()
    }
    if (performance.now() - fewestSince > TIMEOUT_MS) {
      throw new Error(`still owed: ${rows.map(({ owed }) => owed).join(', ')}`)
    }
    if (rows.every(({ owed }) => owed === 'earnings')) await startPayouts(world)
    await pause(500)
  }
}

/**
 * Lets the payment provider resend failed webhooks now. Otherwise it would wait up to five minutes.
 */
async function sendWebhooksAgain({ database: { pool } }: World): Promise<void> {
  await pool.query(
    'update stripe_sandbox.deliveries set due = now() where due > now() and not in_hand',
  )
}

/** Starts a monthly payout run, even if this month has had one. */
export async function startPayouts({ database: { pool } }: World): Promise<void> {
  await pool.query('delete from payout_runs where finished_at is not null')
  await pool.query(`select graphile_worker.add_job('pay-closets', job_key := 'pay-closets')`)
}
