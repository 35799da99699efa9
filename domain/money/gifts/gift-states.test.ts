import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { boughtGifts, type GiftRow } from '#test/make/bought-gifts.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { giftOfOrder, giftsBoughtBy } from './gift-code-queries.ts'
import { mailGiftCode, remindOfGifts } from './gift-mail.ts'
import {
  claimGiftCode,
  freezeCodesOf,
  resendGiftCode,
  restoreCode,
  revokeDisputedCode,
  revokeOpenCode,
} from './gifts.ts'

const { db, made, gift, change, mailsTo, lapses, place, after } = await boughtGifts()

test('gifts are listed by their buyer, newest first, each with its state', async () => {
  const buyer = await made.shopper()
  const gifts: GiftRow[] = []
  for (let n = 0; n < 25; n += 1) gifts.unshift(await gift(buyer))
  // All but one were bought at the same instant.
  const last = gifts.pop()
  if (!last) return expect.unreachable()
  await change(last, { created_at: after(0.5) })
  gifts.unshift(last)
  const [, mailed, held, revoked] = gifts
  if (!mailed || !held || !revoked) return expect.unreachable()
  await change(last, { times_mailed: 3 })
  await change(mailed, { times_mailed: 4 })
  await change(held, { frozen_at: after(1) })
  await change(revoked, { revoked_at: after(1) })
  const first = await giftsBoughtBy(db, buyer, null, after(1))
  const second = await giftsBoughtBy(db, buyer, first.next, after(1))
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(gifts.map(({ id }) => id))
  expect([first.rows.length, second.next]).toEqual([24, null])
  expect(first.rows.slice(0, 5).map(({ state, canResend }) => [state, canResend])).toEqual([
    ['unclaimed', true],
    ['unclaimed', false],
    ['on-hold', false],
    ['revoked', false],
    ['unclaimed', true],
  ])
  const atTheEnd = await giftsBoughtBy(db, buyer, null, lapses)
  expect(atTheEnd.rows.slice(0, 4).map(({ state }) => state)).toEqual([
    ...['expired', 'expired', 'expired', 'revoked'],
  ])
  const justBefore = new Date(lapses.getTime() - 1)
  expect(await giftOfOrder(db, buyer, last.order_id, justBefore)).toEqual({
    ...{ id: last.id, code: last.code, recipientEmail: 'friend@hemline.test', credits: 50 },
    ...{ state: 'unclaimed', boughtAt: after(0.5), claimedAt: null, expiresAt: lapses },
    canResend: true,
  })
  const stranger = await made.shopper()
  expect(await giftOfOrder(db, stranger, last.order_id, after(1))).toBeNull()
  expect((await giftsBoughtBy(db, stranger, null, after(1))).rows).toEqual([])
})

test('a revoked gift cannot be claimed, sent or reminded of until it is valid again', async () => {
  const buyer = await made.shopper()
  const friend = await made.shopper()
  const address = 'revoked@hemline.test'
  const one = await gift(buyer, address)
  const other = await gift(buyer)
  const inTurn = async (
    work: () => Promise<{ readonly ok: boolean; readonly problem?: unknown }>,
  ) => {
    const outcome = await work()
    return outcome.ok ? 'done' : outcome.problem
  }
  const resend = () => inTurn(() => resendGiftCode(db, buyer, one.id, after(2)))
  const revoke = (at = after(1)) => inTransaction(db, (tx) => revokeOpenCode(tx, one.id, at))
  const restore = (credits: number) => inTransaction(db, (tx) => restoreCode(tx, one.id, credits))
  const lastDay = new Date(lapses.getTime() - 86_400_000)
  await change(one, { frozen_at: after(1) })
  expect(await revoke()).toBeNull()
  expect(await resend()).toEqual({ reason: 'gift-is-over' })
  await mailGiftCode(db, { giftCodeId: one.id, time: 1 }, place, after(1))
  await remindOfGifts(db, place, lastDay)
  await change(one, { frozen_at: null })
  expect(await revoke(lapses)).toBeNull()
  expect(await revoke()).toBe(50)
  expect(await revoke()).toBeNull()
  expect(await resend()).toEqual({ reason: 'gift-is-over' })
  expect(await inTurn(() => claimGiftCode(db, friend, one.code, after(2)))).toEqual({
    reason: 'code-unknown',
  })
  // Once expired, it is still reported as unknown.
  expect(await inTurn(() => claimGiftCode(db, friend, one.code, lapses))).toEqual({
    reason: 'code-unknown',
  })
  await mailGiftCode(db, { giftCodeId: one.id, time: 2 }, place, after(1))
  await remindOfGifts(db, place, lastDay)
  expect(await mailsTo(address)).toEqual([])
  await restore(49)
  expect(await resend()).toEqual({ reason: 'gift-is-over' })
  await restore(50)
  expect(await inTurn(() => resendGiftCode(db, buyer, one.id, lapses))).toEqual({
    reason: 'gift-is-over',
  })
  expect(await resend()).toBe('done')
  await mailGiftCode(db, { giftCodeId: one.id, time: 3 }, place, lapses)
  expect(await mailsTo(address)).toEqual([])
  await mailGiftCode(db, { giftCodeId: one.id, time: 3 }, place, new Date(lapses.getTime() - 1))
  expect(await mailsTo(address)).toMatchObject([{ template: 'gift-code' }])
  expect(await inTurn(() => claimGiftCode(db, friend, one.code, after(2)))).toBe('done')
  expect(await revoke()).toBeNull()
  // A dispute revokes it after the claim.
  await change(one, { revoked_at: after(3) })
  await restore(50)
  expect(await giftOfOrder(db, buyer, one.order_id, after(4))).toMatchObject({ state: 'claimed' })
  const row = db.selectFrom('gift_codes').select('revoked_at').where('id', '=', one.id)
  expect(await row.executeTakeFirst()).toEqual({ revoked_at: after(3) })
  expect(await giftOfOrder(db, buyer, other.order_id, after(4))).toMatchObject({
    state: 'unclaimed',
  })
})

test('a dispute puts the code of its payment on hold until it is over, and revokes it when lost', async () => {
  const buyer = await made.shopper()
  const disputed = await gift(buyer)
  const other = await gift(buyer)
  const claimed = await gift(buyer)
  const revoked = await gift(buyer)
  await claimGiftCode(db, await made.shopper(), claimed.code, after(1))
  await change(revoked, { revoked_at: after(1) })
  const freeze = ({ payment_intent }: GiftRow, at: Date | null) =>
    inTransaction(db, (tx) => freezeCodesOf(tx, payment_intent, at))
  const marks = async () => {
    const rows = db.selectFrom('gift_codes').select(['frozen_at', 'revoked_at'])
    const own = await rows.where('buyer_id', '=', buyer.id).orderBy('id').execute()
    return own.map(({ frozen_at, revoked_at }) => [frozen_at, revoked_at])
  }
  const rest = [
    [null, null],
    [null, null],
    [null, after(1)],
  ]
  for (const one of [disputed, claimed, revoked]) await freeze(one, after(2))
  expect(await marks()).toEqual([[after(2), null], ...rest])
  await freeze(disputed, null)
  expect(await marks()).toEqual([[null, null], ...rest])
  await freeze(disputed, after(3))
  await inTransaction(db, (tx) => revokeDisputedCode(tx, disputed.id, after(4)))
  expect(await marks()).toEqual([[null, after(4)], ...rest])
  expect(await giftOfOrder(db, buyer, other.order_id, after(4))).toMatchObject({
    state: 'unclaimed',
  })
})

test('emails about a gift do not name a buyer who has closed their account', async () => {
  const buyer = await made.shopper()
  const address = 'alone@hemline.test'
  const one = await gift(buyer, address)
  await updateRows(db, 'user_profiles', buyer.id, {
    full_name: 'Former member',
    deleted_at: after(1),
  })
  await mailGiftCode(db, { giftCodeId: one.id, time: 1 }, place, after(1))
  await remindOfGifts(db, place, new Date(lapses.getTime() - 86_400_000))
  const [code, reminder] = await mailsTo(address)
  expect(code?.text_body).toContain('Someone sent you 50 credits for Hemline')
  expect(reminder?.text_body).toContain('You have not claimed your gift yet: 50 credits')
  for (const mail of [code, reminder]) expect(mail?.text_body).not.toContain('Former member')
})
