import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { openPayments } from '#test/payments.ts'
import { readRows } from '#test/postgres/rows.ts'
import {
  FAILED_PAYMENT_DAYS,
  recordFailedPayment,
  removeCardsOf,
  sweepFailedPayments,
} from './cards.ts'

const { db, made, clock, payments, stripe } = await openPayments()

const cardsOf = ({ id }: Shopper) =>
  readRows(
    db,
    'person_cards',
    ['method', 'last4', 'expires', 'fingerprint', 'first_used_at', 'last_used_at'],
    { user_id: id },
    'last4',
  )
const failuresOf = ({ id }: Shopper) =>
  readRows(db, 'failed_payments', ['id', 'amount_cents', 'reason', 'card_last4'], { user_id: id })

const refused = async (shopper: Shopper) => {
  await expect(payments.buy(shopper, 'one_time', { card: 'declined' })).rejects.toThrow()
  return await payments.takeEvents()
}

test('the cards of payments and plans are listed once, with their first and last use', async () => {
  const shopper = await made.shopper()
  await payments.buy(shopper, 'one_time', { card: 'mastercard' })
  await payments.buy(shopper, 'subscription_monthly', { card: 'mastercard' })
  await payments.buy(shopper, 'one_time')
  await payments.catchUp()
  const start = clock.now()
  clock.set(new Date(start.getTime() + 3_600_000))
  await payments.buy(shopper, 'one_time')
  await payments.catchUp()
  const expires = expect.stringMatching(/^20\d\d-\d\d$/)
  expect(await cardsOf(shopper)).toEqual([
    {
      ...{ method: 'visa', last4: '4242', expires, fingerprint: 'sandbox4242' },
      ...{ first_used_at: start, last_used_at: clock.now() },
    },
    expect.objectContaining({ method: 'mastercard', last4: '4444', fingerprint: 'sandbox4444' }),
  ])
})

test('a refused attempt is recorded once, with the reason and the card', async () => {
  const shopper = await made.shopper()
  const events = await refused(shopper)
  await payments.receive(events)
  await payments.receive(events)
  const failures = await failuresOf(shopper)
  expect(failures).toEqual([
    {
      id: expect.stringMatching(/^ch_/),
      amount_cents: 5000,
      reason: 'generic_decline',
      card_last4: '0002',
    },
  ])
  await recordFailedPayment(db, stripe, failures[0]?.id ?? '')
  expect(await failuresOf(shopper)).toHaveLength(1)
  expect(await cardsOf(shopper)).toMatchObject([{ last4: '0002' }])
  const { cards, failedPayments } = await ownData(db, shopper, clock.now())
  expect([cards, failedPayments]).toMatchObject([[{ last4: '0002' }], [{ amount_cents: 5000 }]])
})

test('cards and failed payments go with the account, and nothing is recorded for it again', async () => {
  const shopper = await made.shopper()
  const events = await refused(shopper)
  await payments.receive(events)
  await inTransaction(db, async (tx) => {
    await removeCardsOf(tx, shopper.id)
    await tx
      .updateTable('user_profiles')
      .set({ deleted_at: clock.now() })
      .where('id', '=', shopper.id)
      .execute()
  })
  const charge = events.find(({ type }) => type === 'charge.failed')
  const { data }: { data: { object: { id: string } } } = JSON.parse(charge?.body ?? '')
  await recordFailedPayment(db, stripe, data.object.id)
  expect([await cardsOf(shopper), await failuresOf(shopper)]).toEqual([[], []])
})

test('failed payments are deleted after a year', async () => {
  const shopper = await made.shopper()
  await payments.receive(await refused(shopper))
  const day = 86_400_000
  const at = (days: number) => new Date(clock.now().getTime() + days * day)
  await sweepFailedPayments(db, at(FAILED_PAYMENT_DAYS - 1))
  expect(await failuresOf(shopper)).toHaveLength(1)
  await sweepFailedPayments(db, at(FAILED_PAYMENT_DAYS + 1))
  expect(await failuresOf(shopper)).toEqual([])
})
