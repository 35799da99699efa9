import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { creditsBalance, lockWallet, mint } from '#domain/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { CODE_CHARACTERS, toCode } from './code-words.ts'
import { giftOfOrder, giftsBoughtBy } from './gift-code-queries.ts'
import {
  claimGiftCode,
  makeGiftCode,
  resendGiftCode,
  restoreCode,
  revokeOpenCode,
} from './gift-codes.ts'
import { mailGiftCode, remindOfGifts } from './gift-mail.ts'
import { newCode } from './new-code.ts'

const { db } = await testDatabase()
const made = make(db)
const bought = new Date('2026-11-20T12:00:00Z')
const lapses = new Date('2027-02-20T12:00:00Z')
const place = { timeZone: 'America/New_York', origin: 'https://hemline.test' }
const after = (days: number) => new Date(bought.getTime() + days * 86_400_000)

/** A paid gift; returns its row. */
async function gift(buyer: Shopper, recipientEmail = 'friend@hemline.test') {
  const orderId = newId()
  const paymentIntent = `pi_${orderId}`
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, buyer.id)
    await tx
      .insertInto('checkout_orders')
      .values({
        id: orderId,
        user_id: buyer.id,
        product_type: 'gift',
        amount_cents: 5000,
        credits: 100,
        status: 'fulfilled',
        stripe_session_id: `cs_${orderId}`,
        payment_intent: paymentIntent,
        gift_recipient_email: recipientEmail,
        origin: 'http://localhost:4000',
        created_at: bought,
        paid_at: bought,
        fulfilled_at: bought,
      })
      .execute()
    const half = { userId: buyer.id, key: `order:${orderId}`, orderId, amount: 50 }
    await mint(tx, { ...half, source: 'gift', paymentIntent, expiresAt: lapses }, bought)
    const friend = { orderId, buyerId: buyer.id, recipientEmail, credits: 50, paymentIntent }
    await makeGiftCode(tx, { ...friend, expiresAt: lapses }, bought)
  })
  return await db
    .selectFrom('gift_codes')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

test('a friend claims a code once and has its credits until the gift expires', async () => {
  const buyer = await made.shopper()
  const friend = await made.shopper()
  const { id, code } = await gift(buyer)

  const claimed = await claimGiftCode(db, friend, `  ${code.toLowerCase()} `, after(3))

  expect(claimed).toEqual({ ok: true, value: { credits: 50 } })
  const lot = await db
    .selectFrom('credit_lots')
    .select(['source', 'available', 'expires_at'])
    .where('source_key', '=', `gift-code:${id}`)
    .executeTakeFirstOrThrow()
  expect(lot).toEqual({ source: 'gift_claim', available: 50, expires_at: lapses })
  expect(await claimGiftCode(db, friend, code, after(3))).toMatchObject({
    problem: { reason: 'code-unknown' },
  })
  expect((await giftsBoughtBy(db, buyer, null, after(4))).rows).toMatchObject([
    { code, state: 'claimed', claimedAt: after(3), canResend: false },
  ])
})

test('unknown and used codes get the same response, an expired one is named as such, and buyers cannot claim their own', async () => {
  const buyer = await made.shopper()
  const friend = await made.shopper()
  const { id, code } = await gift(buyer)
  const reason = async (typed: unknown, at = after(1), who = friend) => {
    const outcome = await claimGiftCode(db, who, typed, at)
    return outcome.ok ? 'claimed' : outcome.problem.reason
  }

  expect(await reason('   ')).toBe('code-missing')
  expect(await reason(undefined)).toBe('code-missing')
  expect(await reason('ABC')).toBe('code-unknown')
  expect(await reason('ABCDEFGH')).toBe('code-unknown')
  expect(await reason(code, after(1), buyer)).toBe('own-code')
  expect(await reason(code, lapses)).toBe('code-expired')
  expect(await reason(code, lapses, buyer)).toBe('own-code')
  await db
    .updateTable('gift_codes')
    .set({ frozen_at: after(1) })
    .where('id', '=', id)
    .execute()
  expect(await reason(code)).toBe('code-unknown')
  await db.updateTable('gift_codes').set({ frozen_at: null }).where('id', '=', id).execute()
  expect(await reason(code)).toBe('claimed')
  expect(await reason(code)).toBe('code-unknown')
  expect(await reason(code, after(1), buyer)).toBe('own-code')
  expect(await creditsBalance(db, buyer.id, after(1))).toBe(50)
})

/** `RACES=200` repeats them more often. */
const ROUNDS = Number(process.env.RACES ?? 20)

test('of 50 people who claim a code at once, exactly one gets it', async () => {
  const buyer = await made.shopper()
  const friends = await Promise.all(Array.from({ length: 50 }, () => made.shopper()))
  for (let round = 0; round < ROUNDS; round++) {
    const { code } = await gift(buyer)
    const outcomes = await Promise.all(
      friends.map((friend) => claimGiftCode(db, friend, code, after(1))),
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem.reason]))
    expect(refusals).toEqual(Array.from({ length: 49 }, () => 'code-unknown'))
  }
  const balances = await Promise.all(
    friends.map((friend) => creditsBalance(db, friend.id, after(1))),
  )
  expect(balances.reduce((sum, balance) => sum + balance)).toBe(ROUNDS * 50)
}, 120_000)

test('codes are eight letters that do not look alike, each as likely as any other', () => {
  const counts = new Map<string, number>()
  for (let drawn = 0; drawn < 8_000; drawn++) {
    const code = newCode()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    for (const character of code) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  // 2,000 of each on average; six standard deviations are 265.
  expect([...counts.keys()].sort().join('')).toBe([...CODE_CHARACTERS].sort().join(''))
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(265)
  expect(toCode(' abcdefghij ')).toBe('ABCDEFGH')
})

const mailsTo = (address: string) =>
  db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('to_address', '=', address)
    .orderBy('created_at')
    .execute()

test('the friend gets the code by email, once for each time that it is sent', async () => {
  const buyer = await made.shopper({ full_name: 'Ida Brandt' })
  const address = 'sent@hemline.test'
  const { id, code } = await gift(buyer, address)
  await mailGiftCode(db, { giftCodeId: id, time: 1 }, place, bought)
  await mailGiftCode(db, { giftCodeId: id, time: 1 }, place, bought)
  const [mail, ...others] = await mailsTo(address)
  expect(others).toEqual([])
  expect(mail?.text_body).toContain('Ida Brandt')
  expect(mail?.text_body).toContain(`http://localhost:4000/credits?code=${code}`)
  expect(mail?.text_body).toContain('Feb 20, 2027')
})

test('a gift can be sent again at most three times, an hour apart, and only by its buyer', async () => {
  const buyer = await made.shopper()
  const { id, code } = await gift(buyer)
  const resend = async (hours: number, who = buyer) => {
    const outcome = await resendGiftCode(db, who, id, after(hours / 24))
    return outcome.ok ? 'sent' : outcome.problem.reason
  }
  expect(await resend(5, await made.shopper())).toBe('gift-not-found')
  expect(await resend(0.5)).toBe('sent-just-now')
  expect(await resend(1)).toBe('sent')
  expect(await resend(1.9)).toBe('sent-just-now')
  expect(await resend(2)).toBe('sent')
  expect(await resend(3)).toBe('sent')
  expect(await resend(4)).toBe('sent-too-often')
  await claimGiftCode(db, await made.shopper(), code, after(1))
  expect(await resend(48)).toBe('gift-is-over')
})

type GiftRow = Awaited<ReturnType<typeof gift>>

const change = (
  { id }: GiftRow,
  to: { frozen_at?: Date | null; revoked_at?: Date | null; times_mailed?: number },
) => db.updateTable('gift_codes').set(to).where('id', '=', id).execute()

test('gifts are listed by their buyer, newest first, each with its state', async () => {
  const buyer = await made.shopper()
  const gifts: GiftRow[] = []
  for (let n = 0; n < 25; n += 1) gifts.unshift(await gift(buyer))
  const [last, mailed, held, revoked] = gifts
  if (!last || !mailed || !held || !revoked) return expect.unreachable()
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
    ...{ state: 'unclaimed', boughtAt: bought, claimedAt: null, expiresAt: lapses },
    canResend: true,
  })
  const stranger = await made.shopper()
  expect(await giftOfOrder(db, stranger, last.order_id, after(1))).toBeNull()
  expect((await giftsBoughtBy(db, stranger, null, after(1))).rows).toEqual([])
})

test('a revoked gift is neither claimed, sent nor reminded of, until it is valid again', async () => {
  const buyer = await made.shopper()
  const friend = await made.shopper()
  const address = 'revoked@hemline.test'
  const one = await gift(buyer, address)
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
  // Not named as expired either.
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
})

test('the friend is reminded of an unclaimed gift once, in its last week', async () => {
  const buyer = await made.shopper()
  const address = 'reminded@hemline.test'
  const claimed = await gift(buyer, address)
  await gift(buyer, address)
  await claimGiftCode(db, await made.shopper(), claimed.code, after(2))
  const lastWeek = new Date(lapses.getTime() - 7 * 86_400_000)
  await remindOfGifts(db, place, new Date(lastWeek.getTime() - 1))
  expect(await mailsTo(address)).toEqual([])
  await remindOfGifts(db, place, lastWeek)
  await remindOfGifts(db, place, lapses)
  expect(await mailsTo(address)).toMatchObject([{ template: 'gift-code-reminder' }])
})
