import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { closeCheckoutsOf, removeContacts } from '#domain/money/checkout/contacts.ts'
import { syncDispute } from '#domain/money/disputes/disputes.ts'
import { markRefundsWithNothingLeft } from '#domain/money/refunds/refunds-with-nothing-left.ts'
import { newId } from '#domain/shared/ids.ts'
import { type Bought, refundedPurchases } from '#test/make/refunded-purchases.ts'
import { readRow } from '#test/postgres/rows.ts'
import { resolveRefund, retryRefund } from './manual-refunds.ts'
import { makeRefund, syncRefund } from './refunds.ts'

const shop = await refundedPurchases()
const { db, clock, admin, payments } = shop
const { bought, refundOf, refundsOf, balanceOf, failedOnes, finished } = shop

/** What closing the account of `pack`'s buyer does to their payments and their profile. */
const leave = ({ shopper }: Bought) =>
  inTransaction(db, async (tx) => {
    await closeCheckoutsOf(tx, shopper, clock.now())
    await anonymizeProfile(tx, shopper.id, clock.now())
  })

const lastMailTo = ({ shopper }: Bought) =>
  db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body as text'])
    .where('to_address', '=', shopper.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const failedRefund = async (pack: Bought) => {
  const [failed] = await failedOnes(pack)
  return failed ?? { id: newId(), cents: 0 }
}

test('a refund that fails after the account was closed is owed until an admin resolves it', async () => {
  const pack = await bought('one_time', 'refundFails')
  await refundOf(pack, 5000)
  await leave(pack)
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(0)
  const mail = await lastMailTo(pack)
  expect(mail.template).toBe('refund-failed')
  expect(mail.text).toContain('The money is still yours.')
  expect(mail.text).not.toContain('back in your account')
  // Long after the credits would have expired.
  clock.advance({ days: 400 })
  await markRefundsWithNothingLeft(db, clock.now())
  await removeContacts(db, clock.now())
  const failed = await failedRefund(pack)
  expect(failed).toMatchObject({ cents: 5000, person: { email: pack.shopper.email } })
  expect(await retryRefund(db, admin, failed.id, clock.now())).toMatchObject({ ok: true })
  await finished()
  const again = await failedRefund(pack)
  expect(again).toMatchObject({ cents: 5000 })
  expect(again.id).not.toBe(failed.id)
  const byHand = { refundId: again.id, cents: 5000, note: 'Bank transfer' }
  expect(await resolveRefund(db, admin, byHand, clock.now())).toMatchObject({ ok: true })
  expect(await failedOnes(pack)).toEqual([])
  expect((await refundsOf(pack)).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})

test('a refund of a gift that fails after its code has expired is owed in full', async () => {
  const gift = await bought('gift', 'refundFails')
  const { expires_at: until } = await readRow(db, 'gift_codes', 'expires_at', {
    order_id: gift.orderId,
  })
  clock.set(new Date(until.getTime() - 1000))
  await refundOf(gift, 5000)
  clock.set(until)
  await finished()
  expect(await balanceOf(gift.shopper)).toBe(0)
  expect((await lastMailTo(gift)).text).toContain('The money is still yours.')
  await markRefundsWithNothingLeft(db, clock.now())
  const failed = await failedRefund(gift)
  expect(failed.cents).toBe(5000)
  expect(await retryRefund(db, admin, failed.id, clock.now())).toMatchObject({ ok: true })
  await finished()
  const byHand = { refundId: (await failedRefund(gift)).id, cents: 5000, note: 'Bank transfer' }
  expect(await resolveRefund(db, admin, byHand, clock.now())).toMatchObject({ ok: true })
  expect(await failedOnes(gift)).toEqual([])
})

test('a refund that kept its credits is owed less what was refunded elsewhere', async () => {
  const pack = await bought('one_time', 'refundFails')
  await refundOf(pack, 5000)
  await leave(pack)
  await finished()
  await payments.dashboard.refunds.create({ payment_intent: pack.payment, amount: 2000 })
  await payments.processAll()
  const failed = await failedRefund(pack)
  expect(failed.cents).toBe(3000)
  expect(await retryRefund(db, admin, failed.id, clock.now())).toMatchObject({ ok: true })
  expect(await refundsOf(pack)).toMatchObject([{ amount_cents: 5000 }, { amount_cents: 3000 }])
})

const linesTo = async (pack: Bought) => (await lastMailTo(pack)).text.replaceAll(/\s+/g, ' ')

test('the email about a failed refund counts the credits that came back', async () => {
  const pack = await bought('one_time', 'refundFails')
  const part = { payment_intent: pack.payment, amount: 3600 }
  const elsewhere = await payments.dashboard.refunds.create(part)
  await refundOf(pack, 5000)
  await syncRefund(db, payments.stripe, elsewhere.id, clock.now())
  await finished()
  expect(await balanceOf(pack.shopper)).toBe(14)
  expect(await linesTo(pack)).toContain(
    '14 credits are back in your account. 36 credits are not back',
  )
  const gift = await bought('gift', 'refundFails')
  await refundOf(gift, 5000)
  await finished()
  expect(await balanceOf(gift.shopper)).toBe(50)
  expect(await linesTo(gift)).toContain(
    '50 credits are back in your account. The gift code for 50 credits is valid again. We are',
  )
})

test('the email about a failed refund says that the credits of a disputed payment are on hold', async () => {
  const gift = await bought('gift', 'disputed')
  await refundOf(gift, 5000)
  clock.advance({ hours: 1 })
  const { data } = await payments.dashboard.disputes.list({ payment_intent: gift.payment })
  await syncDispute(db, payments.stripe, data[0]?.id ?? '', clock.now())
  const [refund] = await refundsOf(gift)
  await makeRefund(db, payments.stripe, refund?.id ?? newId(), clock.now())
  expect(await balanceOf(gift.shopper)).toBe(0)
  expect(await linesTo(gift)).toContain(
    '100 credits are back, but on hold until the dispute is resolved. We are',
  )
})
