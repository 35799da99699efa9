import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { pendingTransfer } from '#test/worlds/payout-world.ts'
import { recordRefusal, recordTransfer } from './record-transfer.ts'

const createdAt = new Date('2026-12-05T17:00:00Z')
const later = new Date('2026-12-06T17:00:00Z')

/** Two pending transfers of two closets; only the first one is recorded. */
async function open() {
  const { db, pool, made } = await testDatabase()
  const world = { db, made, clock: testClock(createdAt) }
  const start = async () => {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    return await pendingTransfer(world, closet)
  }
  const [id, other] = [await start(), await start()]
  const atStripe = (reversedCents: number, stripeId = 'tr_1') => ({
    ...{ id: stripeId, transferId: id, account: 'acct_1', amountCents: 3000 },
    ...{ reversedCents, createdAt },
  })
  const record = (reversedCents: number, stripeId?: string) =>
    recordTransfer(db, id, atStripe(reversedCents, stripeId), later)
  const transfer = async (of: TransferId) => {
    const { status, stripe_transfer_id, reversed_cents, failure } = await readRow(
      db,
      'transfers',
      ['status', 'stripe_transfer_id', 'reversed_cents', 'failure'],
      of,
    )
    return [status, stripe_transfer_id, reversed_cents, failure]
  }
  /** The lines of the audit log, and the jobs queued since the last call. */
  const effects = async () => {
    const lines = await readRows(
      db,
      'audit_log',
      ['action', 'noun', 'noun_id', 'after', 'actor_id', 'at'],
      {},
      'id',
    )
    const mails = await queuedJobs(pool, 'mail-payout')
    return { lines, mails, toAdmins: await queuedJobs(pool, 'tell-admins') }
  }
  const line = (action: string, cents: number) => ({
    ...{ action, noun: 'transfer', noun_id: id, after: { cents }, actor_id: null, at: later },
  })
  return { db, id, other, record, transfer, effects, line }
}

test('a transfer is recorded as made once, and its reversed amount as it grows', async () => {
  const { id, other, record, transfer, effects, line } = await open()
  for (let time = 0; time < 2; time += 1) await record(0)
  expect(await transfer(id)).toEqual(['made', 'tr_1', 0, null])
  const mails = [{ of: 'transfer', id }]
  expect(await effects()).toEqual({ lines: [line('make transfer', 3000)], mails, toAdmins: [] })

  for (const cents of [700, 700, 600, 900]) await record(cents)
  expect(await transfer(id)).toEqual(['made', 'tr_1', 900, null])
  expect(await effects()).toEqual({
    lines: [
      line('make transfer', 3000),
      line('reverse transfer', 700),
      line('reverse transfer', 900),
    ],
    mails,
    toAdmins: [
      { event: 'transfer-reversed', id: `${id}.700` },
      { event: 'transfer-reversed', id: `${id}.900` },
    ],
  })
  expect(await transfer(other)).toEqual(['pending', null, 0, null])
})

test('a reversal of another or an unknown transfer changes nothing', async () => {
  const { db, id, record, transfer, effects } = await open()
  await record(0)
  const before = await effects()
  await record(700, 'tr_by_hand')
  expect(await transfer(id)).toEqual(['made', 'tr_1', 0, null])
  const unknown: TransferId = newId()
  const state = { id: 'tr_2', transferId: unknown, account: 'acct_1', amountCents: 3000 }
  await recordTransfer(db, unknown, { ...state, reversedCents: 700, createdAt }, later)
  await recordRefusal(db, unknown, 'account_invalid', later)
  expect(await effects()).toEqual(before)
})

test('a refused transfer fails with a reason of at most 500 characters, and is never made', async () => {
  const { db, id, other, record, transfer, effects, line } = await open()
  const why = 'x'.repeat(499)
  await recordRefusal(db, id, `${why}yz`, later)
  await recordRefusal(db, id, 'again', later)
  expect(await transfer(id)).toEqual(['failed', null, 0, `${why}y`])
  const unpaid = await readRows(db, 'earnings', 'amount_cents', { transfer_id: null })
  expect(unpaid).toEqual([{ amount_cents: 3000 }])
  expect(await transfer(other)).toEqual(['pending', null, 0, null])
  await record(0)
  await record(700)
  expect(await transfer(id)).toEqual(['failed', null, 0, `${why}y`])
  expect(await effects()).toEqual({
    lines: [line('fail transfer', 3000)],
    mails: [{ of: 'transfer', id }],
    toAdmins: [{ event: 'transfer-failed', id }],
  })
})

test('a transfer that was made cannot be refused later', async () => {
  const { db, id, record, transfer } = await open()
  await record(0)
  await recordRefusal(db, id, 'account_invalid', later)
  expect(await transfer(id)).toEqual(['made', 'tr_1', 0, null])
})
