import type { Model } from './model/state.ts'

/** Counts by name. */
export type Counts = ReadonlyMap<string, number>

/** Counts what happened in a town, to show that a run covered enough. */
export function tally(model: Model): Counts {
  const count = <T>(things: readonly T[], is: (thing: T) => boolean) => things.filter(is).length
  const { orders, lots, codes, deposits, refunds, rentals, disputes, subs } = model
  const things = Object.entries({
    'orders fulfilled': count(orders, ({ status }) => status === 'fulfilled'),
    'given back': count(orders, ({ status }) => status === 'refunded'),
    'codes claimed': count(codes, ({ claimed }) => claimed),
    'lots lapsed': count(lots, ({ expired }) => expired > 0),
    'goodwill lots': count(lots, ({ source }) => source === 'goodwill'),
    'lots revoked': count(lots, ({ isRevoked }) => isRevoked),
    subscriptions: subs.length,
    'months granted': count(lots, ({ source }) => source === 'subscription'),
    'plans refused': count(subs, ({ known }) => known?.refused === true),
    'rentals completed': count(rentals, ({ state }) => state === 'completed'),
    'rentals booked ahead': count(rentals, ({ exclusive }) => !exclusive),
    'rentals canceled': count(rentals, ({ state }) => state === 'cancelled'),
    'deposits topped up': count(deposits, ({ topUps }) => topUps.length > 0),
    'deposits kept from': count(deposits, ({ withheld }) => withheld > 0),
    'refunds failed': count(refunds, ({ status }) => status === 'failed'),
    'disputes won': count(disputes, ({ status }) => status === 'won'),
    'disputes lost': count(disputes, ({ status }) => status === 'lost'),
  })
  return new Map([...things, ...model.counts])
}

/** Sums the counts of several towns. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum = new Map<string, number>()
  for (const counts of all)
    for (const [what, times] of counts) sum.set(what, (sum.get(what) ?? 0) + times)
  return sum
}

export function formatCounts(counts: Counts): string {
  return [...counts].map(([what, times]) => `${times} ${what}`).join(', ')
}
