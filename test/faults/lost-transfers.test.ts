import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { fillBalance } from './full-balance.ts'
import { openAccount } from './payout-account.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { db, database, clock, make } = world
await fillBalance(world)

/** More times than the app tries. */
const ALL_TRIES = 3

async function loseAnswers(kind: 'drop_before' | 'drop_after'): Promise<void> {
  const answer = await world.provider(
    new Request('http://pay.test/sandbox/faults', {
      method: 'POST',
      headers: { authorization: `Bearer ${world.settings.payments.secretKey}` },
      body: JSON.stringify({ kind, path: '/v1/transfers', method: 'POST', times: ALL_TRIES }),
    }),
  )
  if (!answer.ok) throw new Error(await answer.text())
}

/** A closet with an account at the provider, and a transfer that is recorded but not made yet. */
async function recordedTransfer() {
  const closet = await make.closet()
  const account = await openAccount(world, closet)
  const at = clock.now()
  await make.correction(closet, { cents: 3000, at })
  const id: TransferId = newId()
  const transfer = { id, owner_id: closet.id, amount_cents: 3000, requested_at: at }
  await insertRows(db, 'transfers', { ...transfer, sent_to: account })
  await updateRows(db, 'earnings', { owner_id: closet.id }, { transfer_id: id })
  await database.pool.query(`select graphile_worker.add_job('make-transfer', $1)`, [
    { transferId: id },
  ])
  return { id, account }
}

async function stateOf({ id, account }: { readonly id: TransferId; readonly account: string }) {
  const { status } = await readRow(db, 'transfers', 'status', id)
  const { rows } = await database.pool.query(
    `select from stripe_sandbox.objects
      where object = 'transfer' and body->>'destination' = $1`,
    [account],
  )
  return { status, atStripe: rows.length }
}

test.for([
  ['drop_after', 1],
  ['drop_before', 0],
] as const)('a transfer without an answer (%s) is made once, even after its key has expired', async ([
  kind,
  arrived,
]) => {
  const app = await world.run()
  const transfer = await recordedTransfer()
  await loseAnswers(kind)
  await expect(app.work()).rejects.toThrow()
  expect(await stateOf(transfer)).toEqual({ status: 'pending', atStripe: arrived })
  await app.close()
  clock.advance({ hours: 25 })
  const next = await world.restart()
  await next.work()
  await world.queue.idle()
  expect(await stateOf(transfer)).toEqual({ status: 'made', atStripe: 1 })
  await next.close()
})
