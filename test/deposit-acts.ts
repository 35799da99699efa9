import fc from 'fast-check'
import { appealOutcomes } from '#domain/care/cases/decide-appeal.ts'
import type { CardName } from '#sandbox/core/cards.ts'

const cards: readonly CardName[] = ['visa', 'refundFails', 'refundWaits', 'disputed']
const stepNames = [
  'acceptRental',
  'deliverRental',
  'failDelivery',
  'markLate',
  'recordReturn',
  'approveCondition',
] as const

/** An action or an event that affects a shopper's deposits. */
export const arbitraryAct = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom(...cards) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay with credits' as const),
      card: fc.constantFrom(...cards),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('top up' as const), card: fc.constantFrom(...cards) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rent' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      step: fc.constantFrom(...stepNames),
      which: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      which: fc.nat(3),
      cents: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('appeal' as const),
      turn: fc.constantFrom('file', 'answer', 'withdraw'),
      which: fc.nat(3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: fc.nat(3),
      outcome: fc.constantFrom(...appealOutcomes),
      cents: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.constantFrom(1, 2, 3, 7) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask back' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund in the dashboard' as const),
      cents: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end dispute' as const), won: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retry' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hear' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(15, 3600) }),
  },
)
export type DepositAct = typeof arbitraryAct extends fc.Arbitrary<infer One> ? One : never

/** Sequences that once failed, or that random ones rarely reach. */
export const depositStories: Readonly<Record<string, readonly DepositAct[]>> = {
  'all events of a lost dispute arrive together after a partial refund': [
    { do: 'pay', card: 'disputed' },
    { do: 'refund in the dashboard', cents: 4817 },
    { do: 'wait', seconds: 15 },
    { do: 'end dispute', won: false },
    { do: 'hear' },
  ],
  'the refund is heard of first': [
    { do: 'pay', card: 'disputed' },
    { do: 'refund in the dashboard', cents: 4817 },
    { do: 'hear' },
    { do: 'wait', seconds: 15 },
    { do: 'hear' },
    { do: 'end dispute', won: false },
    { do: 'hear' },
  ],
  'both payments of a deposit that was topped up are disputed': [
    { do: 'pay', card: 'disputed' },
    { do: 'rent' },
    { do: 'rent' },
    { do: 'step', step: 'deliverRental', which: 0 },
    { do: 'step', step: 'recordReturn', which: 0 },
    { do: 'keep', which: 0, cents: 1050 },
    { do: 'top up', card: 'disputed' },
    { do: 'wait', seconds: 15 },
    { do: 'hear' },
    { do: 'end dispute', won: false },
    { do: 'hear' },
    { do: 'cancel', which: 1 },
    { do: 'wait', seconds: 3600 },
    { do: 'reconcile' },
  ],
  'a rental is on the deposit meanwhile': [
    { do: 'pay', card: 'disputed' },
    { do: 'rent' },
    { do: 'refund in the dashboard', cents: 1000 },
    { do: 'wait', seconds: 15 },
    { do: 'end dispute', won: false },
    { do: 'hear' },
    { do: 'cancel', which: 0 },
    { do: 'reconcile' },
  ],
  'a deposit that was paid with credits is disputed after a refund in the dashboard': [
    { do: 'pay with credits', card: 'disputed' },
    { do: 'rent' },
    { do: 'refund in the dashboard', cents: 1111 },
    { do: 'wait', seconds: 15 },
    { do: 'hear' },
    { do: 'end dispute', won: false },
    { do: 'hear' },
    { do: 'cancel', which: 0 },
    { do: 'reconcile' },
  ],
  'a deposit that was paid with credits is returned, and the refund fails late': [
    { do: 'pay with credits', card: 'refundFails' },
    { do: 'ask back' },
    { do: 'hear' },
    { do: 'refund in the dashboard', cents: 2500 },
    { do: 'hear' },
    { do: 'wait', seconds: 3600 },
    { do: 'hear' },
    { do: 'retry' },
    { do: 'reconcile' },
  ],
  'an appeal returns money while the refund of the rest is pending and fails late': [
    { do: 'pay', card: 'refundFails' },
    { do: 'rent' },
    { do: 'step', step: 'deliverRental', which: 0 },
    { do: 'step', step: 'recordReturn', which: 0 },
    { do: 'keep', which: 0, cents: 2000 },
    { do: 'days', days: 2 },
    { do: 'appeal', turn: 'file', which: 0 },
    { do: 'appeal', turn: 'answer', which: 0 },
    { do: 'decide', which: 0, outcome: 'reduced', cents: 700 },
    { do: 'hear' },
    { do: 'wait', seconds: 3600 },
    { do: 'hear' },
    { do: 'retry' },
    { do: 'wait', seconds: 3600 },
    { do: 'hear' },
  ],
  'a dispute is lost between the refund of the rest and the decision on an appeal': [
    { do: 'pay', card: 'disputed' },
    { do: 'rent' },
    { do: 'step', step: 'deliverRental', which: 0 },
    { do: 'step', step: 'recordReturn', which: 0 },
    { do: 'keep', which: 0, cents: 2000 },
    { do: 'appeal', turn: 'file', which: 0 },
    { do: 'wait', seconds: 15 },
    { do: 'hear' },
    { do: 'days', days: 3 },
    { do: 'end dispute', won: false },
    { do: 'hear' },
    { do: 'days', days: 1 },
    { do: 'reconcile' },
  ],
}
