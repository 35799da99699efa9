import { test } from 'vitest'
import {
  expectSameRecords,
  type Flow,
  PAID,
  pageToRent,
  prepareWithheldPart,
  type World,
} from '#test/event-flows.ts'

const LOST = ['closed', 'created', 'funds_withdrawn', 'updated'].map(
  (event) => `charge.dispute.${event}`,
)
const WON = [...LOST, 'charge.dispute.funds_reinstated']

const flows: readonly Flow[] = [
  {
    name: 'what a deposit lacks, disputed and lost',
    before: prepareWithheldPart,
    story: async ({ payments, shopper, clock }) => {
      const session = await payments.payTopUp(shopper, 'disputed')
      clock.advance({ hours: 1 })
      const { disputes } = payments.dashboard
      const payment = await payments.paymentOfSession(session)
      const { data } = await disputes.list({ payment_intent: payment })
      await disputes.update(data[0]?.id ?? '', { metadata: { seen: 'yes' } })
      await disputes.close(data[0]?.id ?? '')
    },
    events: [PAID, ...LOST],
    end: {
      deposits: [{ amount_cents: 6050, kept_cents: 1050, lost_cents: 1050, frozen_at: null }],
      disputes: [{ status: 'lost', loss_cents: 0 }],
    },
  },
  {
    name: 'a gift that is given back in the dashboard before anybody has heard of it',
    story: async ({ payments, shopper }) => {
      const session = await payments.buy(shopper, 'gift')
      const payment = await payments.paymentOfSession(session)
      await payments.dashboard.refunds.create({ payment_intent: payment })
    },
    events: [PAID, 'charge.refunded', 'refund.created'],
    end: {
      credit_lots: [{ available: 0, revoked: 50 }],
      gift_codes: [{ revoked_at: '2027-01-31T12:00:00+00:00' }],
      disputes: [{ kind: 'refund', status: 'lost', loss_cents: 0 }],
    },
  },
  {
    name: 'a deposit and a pack paid on one page, disputed and lost',
    before: (world) => pageToRent(world, { product: 'one_time', totalCents: 10_000 }),
    story: async ({ payments, clock }, session) => {
      await payments.pay(session, 'disputed')
      clock.advance({ hours: 1 })
      const { disputes } = payments.dashboard
      const payment = await payments.paymentOfSession(session)
      const { data } = await disputes.list({ payment_intent: payment })
      await disputes.update(data[0]?.id ?? '', { metadata: { seen: 'yes' } })
      await disputes.close(data[0]?.id ?? '')
    },
    events: [PAID, ...LOST],
    end: {
      credit_lots: [{ available: 0, revoked: 50 }],
      deposits: [{ lost_cents: 5000, frozen_at: null }],
      disputes: [
        { status: 'lost', amount_cents: 5000, loss_cents: 0 },
        { status: 'lost', amount_cents: 5000, loss_cents: 0 },
      ],
    },
  },
  // The events of a won gift dispute are those of a pack; its code is tested in disputes.test.ts.
  ...(['one_time', 'deposit'] as const).map(
    (product): Flow => ({
      name: `a payment (${product}) that is disputed, and won`,
      story: async (world) => {
        const dispute = await disputed(world, product)
        const evidence = { uncategorized_text: 'winning_evidence' }
        await world.payments.dashboard.disputes.update(dispute, { evidence, submit: true })
        world.clock.advance({ seconds: 1 })
      },
      events: [PAID, ...WON],
      end: {
        disputes: [{ status: 'won', loss_cents: 0, loss_credits: 0 }],
        ...(product === 'deposit' && { deposits: [{ frozen_at: null, lost_cents: 0 }] }),
        ...(product !== 'deposit' && { credit_lots: [{ frozen_at: null, available: 50 }] }),
      },
    }),
  ),
  ...(['one_time', 'gift', 'deposit'] as const).map(
    (product): Flow => ({
      name: `a payment (${product}) that is disputed, and lost`,
      story: async (world) => {
        const { disputes } = world.payments.dashboard
        const dispute = await disputed(world, product)
        await disputes.update(dispute, { metadata: { seen: 'yes' } })
        await disputes.close(dispute)
      },
      events: [PAID, ...LOST],
      end: {
        disputes: [{ status: 'lost', loss_cents: 0, loss_credits: 0 }],
        ...(product === 'deposit' && { deposits: [{ lost_cents: 5000 }] }),
        ...(product !== 'deposit' && { credit_lots: [{ available: 0, revoked: 50 }] }),
        ...(product === 'gift' && { gift_codes: [{ revoked_at: '2027-01-31T13:00:00+00:00' }] }),
      },
    }),
  ),
]

/** Makes a purchase that the cardholder disputes; returns the id of the dispute. */
async function disputed(
  { payments, shopper, clock }: World,
  product: 'one_time' | 'gift' | 'deposit',
): Promise<string> {
  const session =
    product === 'deposit'
      ? await payments.payDeposit(shopper, 'disputed')
      : await payments.buy(shopper, product, { card: 'disputed' })
  clock.advance({ hours: 1 })
  const payment = await payments.paymentOfSession(session)
  const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
  return data[0]?.id ?? ''
}

test.each(flows)(
  '$name: events in every order, each three times, lead to the same records',
  expectSameRecords,
)
