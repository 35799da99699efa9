import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { pendingTransfer, transfersOf } from '#test/worlds/payout-world.ts'
import { recordRefusal } from './record-transfer.ts'
import { retryTransfer } from './retry-transfer.ts'
import { transferList } from './transfer-list.ts'

test('retries the named transfer, and records it in the audit log', async () => {
  const { db } = await testDatabase()
  const [made, clock] = [make(db), testClock()]
  const admin = await made.admin()
  const failed = async (cents: number) => {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    const id = await pendingTransfer({ db, made, clock }, closet, cents)
    await recordRefusal(db, id, 'account_invalid', clock.now())
    return { closet, id }
  }
  const [first, second, third] = [await failed(2500), await failed(2600), await failed(2700)]
  const retry = (id: TransferId) => retryTransfer(db, admin, { hasConnect: true }, id, clock.now())
  clock.advance({ hours: 1 })
  const answer = await retry(second.id)
  const statuses = async ({ closet }: typeof first) =>
    (await transfersOf({ db }, closet.id)).map(({ status, amount_cents }) => [status, amount_cents])
  expect(await statuses(second)).toEqual([
    ['failed', 2600],
    ['pending', 2600],
  ])
  expect(await statuses(first)).toEqual([['failed', 2500]])
  expect(await statuses(third)).toEqual([['failed', 2700]])
  const toRetry = await transferList(db, admin, { part: 'failed', q: '', after: null })
  expect(new Set(toRetry.rows.map(({ id }) => id))).toEqual(new Set([first.id, third.id]))
  expect(toRetry.total).toBe(2)
  const [, retried] = await transfersOf({ db }, second.closet.id)
  expect(answer).toEqual({ ok: true, value: { transferId: retried?.id } })
  const lines = await readRows(db, 'audit_log', ['action', 'noun', 'noun_id', 'after'], {
    actor_id: admin.id,
  })
  const after = { cents: 2600, retriedAs: retried?.id }
  expect(lines).toEqual([{ action: 'retry transfer', noun: 'transfer', noun_id: second.id, after }])
  // Other transfers that need a retry do not matter.
  expect(await retry(second.id)).toEqual({ ok: false, problem: { reason: 'already-handled' } })
  expect(await retry(newId())).toEqual({ ok: false, problem: { reason: 'transfer-not-found' } })
})
