import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { GiftCodeId } from '#db/ids.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { agree, publishLegalPage } from '#domain/site/legal/legal.ts'
import { boughtGifts } from '#test/make/bought-gifts.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { CODE_CHARACTERS, toCode } from './code-words.ts'
import { giftsBoughtBy } from './gift-code-queries.ts'
import { mailGiftCode, remindOfGifts } from './gift-mail.ts'
import { claimGiftCode, resendGiftCode } from './gifts.ts'
import { newCode } from './new-code.ts'

const { db, made, gift, change, mailsTo, bought, lapses, place, after } = await boughtGifts()

test('a friend claims a code once and has its credits until the gift expires', async () => {
  const buyer = await made.shopper()
  const friend = await made.shopper()
  // An order with other amounts must not matter.
  await made.deposit(friend)
  const { id, code } = await gift(buyer)

  const claimed = await claimGiftCode(db, friend, `  ${code.toLowerCase()} `, after(3))

  expect(claimed).toEqual({ ok: true, value: { credits: 50 } })
  const lot = await readRow(
    db,
    'credit_lots',
    ['source', 'available', 'expires_at', 'payment_cents', 'payment_credits'],
    { source_key: `gift-code:${id}` },
  )
  expect(lot).toEqual({
    ...{ source: 'gift_claim', available: 50, expires_at: lapses },
    ...{ payment_cents: 5000, payment_credits: 100 },
  })
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
  await updateRows(db, 'gift_codes', id, { frozen_at: after(1) })
  expect(await reason(code)).toBe('code-unknown')
  await db.updateTable('gift_codes').set({ frozen_at: null }).where('id', '=', id).execute()
  expect(await reason(code)).toBe('claimed')
  expect(await reason(code)).toBe('code-unknown')
  expect(await reason(code, lapses)).toBe('code-unknown')
  expect(await reason(code, after(1), buyer)).toBe('own-code')
  expect(await creditsBalance(db, buyer.id, after(1))).toBe(50)
})

/** `RACES=200` repeats them more often. */
const ROUNDS = Number(process.env.RACES ?? 5)

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
})

test('a code has eight characters that do not look alike, each equally likely', () => {
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
  expect(toCode(`${' '.repeat(200)}ABCDEFGH`)).toBe('')
})

test('the friend gets the code by email, once for each time that it is sent', async () => {
  const buyer = await made.shopper({ full_name: 'Ida Brandt' })
  const address = 'sent@hemline.test'
  const { id, code } = await gift(buyer, address)
  await mailGiftCode(db, { giftCodeId: id, time: 1 }, place, bought)
  await mailGiftCode(db, { giftCodeId: id, time: 1 }, place, bought)
  await mailGiftCode(db, { giftCodeId: newId(), time: 1 }, place, bought)
  const [mail, ...others] = await mailsTo(address)
  expect(others).toEqual([])
  expect(mail?.text_body).toContain('Ida Brandt')
  expect(mail?.text_body).toContain(`http://localhost:4000/credits?code=${code}`)
  expect(mail?.text_body).toContain('You can claim it once, until Feb 20, 2027, 6:59 AM EST.')
})

test('an order from before origins were recorded links to the address of the shop; a claimed code is not sent', async () => {
  const buyer = await made.shopper()
  const address = 'without-origin@hemline.test'
  const one = await gift(buyer, address)
  const claimed = await gift(buyer, address)
  await claimGiftCode(db, await made.shopper(), claimed.code, after(1))
  await updateRows(db, 'checkout_orders', one.order_id, { origin: null })
  for (const { id } of [one, claimed])
    await mailGiftCode(db, { giftCodeId: id, time: 1 }, place, after(1))
  expect((await mailsTo(address)).map(({ text_body }) => text_body)).toEqual([
    expect.stringContaining(`https://hemline.test/credits?code=${one.code}`),
  ])
})

test('a gift can be sent again at most three times, an hour apart, and only by its buyer', async () => {
  const buyer = await made.shopper()
  const other = await gift(buyer, 'other@hemline.test')
  const { id, code } = await gift(buyer)
  const resend = async (hours: number, who = buyer) => {
    const outcome = await resendGiftCode(db, who, id, after(hours / 24))
    return outcome.ok ? 'sent' : outcome.problem.reason
  }
  const emailsOf = async (giftCodeId: GiftCodeId) => {
    const { rows } = await sql<{ time: number }>`select (payload->>'time')::integer as time
      from graphile_worker._private_jobs where payload->>'giftCodeId' = ${giftCodeId}
      order by id`.execute(db)
    return rows.map(({ time }) => time)
  }
  expect(await resend(5, await made.shopper())).toBe('gift-not-found')
  expect(await resend(0.5)).toBe('sent-just-now')
  expect(await resend(1)).toBe('sent')
  expect(await resend(1.9)).toBe('sent-just-now')
  expect(await resend(2)).toBe('sent')
  // The clock is set back.
  expect(await resend(1.1)).toBe('sent-just-now')
  expect(await resend(0.9)).toBe('sent')
  expect(await resend(4)).toBe('sent-too-often')
  expect([await emailsOf(id), await emailsOf(other.id)]).toEqual([[1, 2, 3, 4], [1]])
  expect(await resendGiftCode(db, buyer, other.id, after(0.1))).toEqual({
    ...{ ok: true, value: { recipientEmail: 'other@hemline.test' } },
  })
  await change(other, { mailed_at: null })
  expect(await resendGiftCode(db, buyer, other.id, after(0.1))).toMatchObject({ ok: true })
  await claimGiftCode(db, await made.shopper(), code, after(1))
  expect(await resend(48)).toBe('gift-is-over')
})

test('the friend is reminded of an unclaimed gift once, in its last week', async () => {
  const buyer = await made.shopper()
  const address = 'reminded@hemline.test'
  const claimed = await gift(buyer, address)
  await gift(buyer, address)
  await claimGiftCode(db, await made.shopper(), claimed.code, after(2))
  const lastWeek = new Date(lapses.getTime() - 7 * 86_400_000)
  await remindOfGifts(db, place, new Date(lastWeek.getTime() - 1))
  expect(await remindOfGifts(db, place, lapses)).toBe(0)
  expect(await mailsTo(address)).toEqual([])
  expect(await remindOfGifts(db, place, lastWeek)).toBeGreaterThan(0)
  expect(await remindOfGifts(db, place, lastWeek)).toBe(0)
  expect(await mailsTo(address)).toMatchObject([{ template: 'gift-code-reminder' }])
})

test('reminders go out by expiry date, and gifts that nobody can claim are left out', async () => {
  const buyer = await made.shopper()
  const lastsUntil = (days: number, name: string) =>
    gift(buyer, `${name}@hemline.test`, after(days))
  await lastsUntil(6, 'later')
  await lastsUntil(5, 'first')
  const claimed = await lastsUntil(2, 'claimed')
  await claimGiftCode(db, await made.shopper(), claimed.code, after(0))
  await change(await lastsUntil(3, 'held'), { frozen_at: after(0) })
  await change(await lastsUntil(4, 'revoked'), { revoked_at: after(0) })
  const reminded: string[] = []
  while ((await remindOfGifts(db, place, after(1), 1)) === 1)
    for (const name of ['first', 'later', 'claimed', 'held', 'revoked'])
      if (!reminded.includes(name) && (await mailsTo(`${name}@hemline.test`)).length > 0)
        reminded.push(name)
  expect(reminded).toEqual(['first', 'later'])
})

test('another account of the buyer’s mailbox cannot claim the gift', async () => {
  const buyer = await made.shopper({ email: 'ann.archer@gmail.com' })
  const { code } = await gift(buyer)
  for (const email of ['ann.archer+gift@gmail.com', 'a.n.n.archer@googlemail.com']) {
    const same = await made.shopper({ email })
    expect(await claimGiftCode(db, same, code, after(1))).toMatchObject({
      problem: { reason: 'own-code' },
    })
  }
  const other = await made.shopper({ email: 'ann.archer@example.test' })
  expect(await claimGiftCode(db, other, code, after(1))).toMatchObject({ ok: true })
})

test('a code is not claimed before its friend agrees to new terms', async () => {
  const { code } = await gift(await made.shopper())
  const friend = await made.shopper()
  const terms = {
    page: 'terms',
    ...{ body: 'Our new terms.', summary: 'Late fees are gone.', basedOn: 2, isDraft: false },
    appliesOn: calendarDateIn(place.timeZone, after(1)),
  } as const
  const at = { now: after(1), timeZone: place.timeZone }
  expect(await publishLegalPage(db, await made.admin(), terms, at)).toMatchObject({ ok: true })
  const due = { ok: false, problem: { reason: 'consent-due' } }
  expect(await claimGiftCode(db, friend, code, after(1))).toEqual(due)
  await agree(db, friend, [{ page: 'terms', version: 3 }], after(1))
  expect(await claimGiftCode(db, friend, code, after(1))).toMatchObject({ ok: true })
})
