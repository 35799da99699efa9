import { type Accepted, CUT, INDEX_ORDER, LOCK, ONE_MORE, TYPES, UNDEFINED } from './reasons.ts'

const NEVER_OPEN = 'A refund made in the dashboard is never open.'

export const disputes: readonly Accepted[] = [
  {
    path: 'domain/money/disputes/dispute-queries.ts',
    line: '.limit(25)',
    was: '25',
    becomes: '26',
    reason: ONE_MORE,
  },
  {
    path: 'domain/money/disputes/dispute-queries.ts',
    line: ".orderBy('s.id', 'desc')",
    was: '.limit(25)',
    becomes: '',
    reason: CUT,
  },
  {
    path: 'domain/money/disputes/dispute-queries.ts',
    line: ".orderBy('s.opened_at', 'desc')",
    was: ".orderBy('s.id', 'desc')",
    becomes: '',
    reason: INDEX_ORDER,
  },
  ...['&& email', '&& fullName', 'id &&', 'id && fullName &&'].map((was) => ({
    path: 'domain/money/disputes/dispute-queries.ts',
    line: 'person: id && fullName && email ? { id, fullName, email } : null,',
    was,
    becomes: '',
    reason: 'All three are null, or none is.',
  })),
  {
    path: 'domain/money/disputes/disputes.ts',
    line: ".where('payment_intent', '=', payment.paymentIntent)",
    was: ".where('kind', '=', 'dispute')",
    becomes: '',
    reason: NEVER_OPEN,
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: ".where('payment_intent', '=', paymentIntent)",
    was: ".where('kind', '=', 'dispute')",
    becomes: '',
    reason: NEVER_OPEN,
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: 'const whose = { order_id: payment?.orderId ?? null, user_id: payment?.userId ?? null }',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: 'const credits = payment ? await release(tx, payment, disputeId, now) : 0',
    was: '0',
    becomes: '1',
    reason: 'Without a payment nobody gets an email.',
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: 'if (!(await findKnownPayment(db, stripe, paymentIntent, now))) return',
    was: '!(await findKnownPayment(db, stripe, paymentIntent, now))',
    becomes: 'false',
    reason: 'What is not ours is not found again in our records.',
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: 'depositId && orderId',
    was: '&& orderId',
    becomes: '',
    reason: TYPES,
  },
  {
    path: 'domain/money/disputes/disputes.ts',
    line: ".where('id', '=', stripeRefundId)",
    was: ".where('kind', '=', 'refund')",
    becomes: '',
    reason: 'No dispute has the id of a refund.',
  },
  ...[
    ['payment', 'false'],
    ['await lockWallet(tx, payment.userId)', ''],
  ].map(([was = '', becomes = '']) => ({
    path: 'domain/money/disputes/known-payment.ts',
    line: 'if (payment) await lockWallet(tx, payment.userId)',
    was,
    becomes,
    reason: LOCK,
  })),
  {
    path: 'domain/money/disputes/known-payment.ts',
    line: 'return { paymentIntent, userId, orderId, depositId: deposit?.id ?? null, paidCents, credits }',
    was: '?? null',
    becomes: '',
    reason: 'Either says that it is no deposit.',
  },
  {
    path: 'domain/money/disputes/known-payment.ts',
    line: 'if (payment.depositId) await freezeDeposit(tx, payment.depositId, frozenAt, now)',
    was: 'payment.depositId',
    becomes: 'true',
    reason: 'No deposit has the id null.',
  },
  {
    path: 'domain/money/disputes/known-payment.ts',
    line: 'const worth = (cents: number) => (paidCents === 0 ? 0 : Math.round((credits * cents) / paidCents))',
    was: '0',
    becomes: '1',
    reason: 'Its values are only subtracted from each other.',
  },
]
