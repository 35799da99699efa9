import { expect, test } from 'vitest'
import { owedTo } from '#domain/money/payouts/payouts.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import {
  earn,
  fillBalance,
  owedCloset,
  payoutWorld,
  transferByHand,
  transfersAtStripe,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { compareTransfers } from './compare-transfers.ts'
import { requestFinalTransfer } from './final-transfer.ts'
import { makeTransfer } from './make-transfer.ts'

test('a leaving owner is sent even less than 25 dollars, once, and is then owed nothing', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world)
  const closet = await owedCloset(world, 340)
  const leave = () => requestFinalTransfer(db, closet, payments.stripe, clock.now())
  expect(await leave()).toEqual({ ok: true, value: { cents: 340 } })
  expect(await leave()).toMatchObject({ problem: { reason: 'nothing-to-send' } })
  const [transfer] = await transfersOf(world, closet.id)
  expect(transfer).toMatchObject({ amount_cents: 340, final: true, status: 'pending' })
  expect(await owedTo(db, closet.id)).toEqual({ cents: 0, isUnderWay: true })
  if (transfer) await makeTransfer(db, payments.stripe, transfer.id, clock.now())
  expect(await transfersAtStripe(world)).toMatchObject([{ amount: 340 }])
  expect(await owedTo(db, closet.id)).toBeNull()
  const acts = await readRows(db, 'audit_log', ['actor_id', 'noun_id', 'after'], {
    action: 'start transfer',
  })
  const after = { cents: 340, final: true }
  expect(acts).toEqual([{ actor_id: closet.id, noun_id: transfer?.id, after }])
})

test('a leaving owner is sent even one cent', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const closet = await owedCloset(world, 1)
  expect(await requestFinalTransfer(db, closet, payments.stripe, clock.now())).toEqual({
    ok: true,
    value: { cents: 1 },
  })
})

test('the last transfer waits for open rentals, the hold period and a ready account', async () => {
  const world = await payoutWorld()
  const { db, clock, made, payments } = world
  const restricted = await owedCloset(world, 500, { state: 'restricted' })
  const reasonFor = async (person: typeof restricted) => {
    const answer = await requestFinalTransfer(db, person, payments.stripe, clock.now())
    return answer.ok ? null : answer.problem.reason
  }
  expect(await reasonFor(restricted)).toBe('account-not-ready')
  expect(await reasonFor(await made.closet())).toBe('account-not-ready')
  const held = await owedCloset(world, 500)
  await earn(world, held.id, 100, new Date(clock.now().getTime() + 86_400_000))
  expect(await reasonFor(held)).toBe('not-payable-yet')
  const renting = await owedCloset(world, 500)
  await made.rental({ item: await made.item({ closet: renting }), createdAt: clock.now() })
  expect(await reasonFor(renting)).toBe('rental-open')
  const undecided = await owedCloset(world, 500)
  const item = await made.item({ closet: undecided })
  const returned = await made.rental({ item, status: 'completed', createdAt: clock.now() })
  const due = { asked_at: clock.now(), answer_due_at: clock.now() }
  await insertRows(db, 'return_requests', {
    rental_id: returned.id,
    reason: 'does_not_fit',
    ...due,
  })
  expect(await reasonFor(undecided)).toBe('rental-open')
  const negative = await owedCloset(world, -500)
  expect(await reasonFor(negative)).toBe('nothing-to-send')
  expect(await db.selectFrom('transfers').select('id').execute()).toEqual([])
})

test('the last transfer is refused for 0 cents, and waits while payouts are stopped', async () => {
  const world = await payoutWorld()
  const { db, clock, payments } = world
  const even = await owedCloset(world, 500)
  await earn(world, even.id, -500)
  const reason = async () => {
    const answer = await requestFinalTransfer(db, even, payments.stripe, clock.now())
    return answer.ok ? null : answer.problem.reason
  }
  expect(await reason()).toBe('nothing-to-send')
  await earn(world, even.id, 100)
  await fillBalance(world)
  await transferByHand(world, even)
  clock.advance({ hours: 1 })
  await compareTransfers(db, payments.stripe, clock.now())
  expect(await reason()).toBe('payouts-stopped')
  expect(await transfersOf(world, even.id)).toEqual([])
})

test('without Connect the last transfer is refused, since it could only wait', async () => {
  const world = await payoutWorld()
  const { db, clock } = world
  const closet = await owedCloset(world, 340)
  const answer = await requestFinalTransfer(db, closet, { hasConnect: false }, clock.now())
  expect(answer).toMatchObject({ problem: { reason: 'payouts-not-available' } })
  expect(await transfersOf(world, closet.id)).toEqual([])
})
