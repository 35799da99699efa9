import type { Model } from './find-order.ts'

/** How far an earning has come: a payout sends it, and it never comes back. */
const STAGES = ['earned', 'sent', 'paid'] as const

export type Stage = (typeof STAGES)[number]

interface Earning {
  readonly key: string
  readonly cents: number
  /** The stage that it has reached at least. */
  readonly stage: Stage
}

interface Earnings {
  readonly earnings: readonly Earning[]
  /** Cents that were sent at least, those that were paid among them. */
  readonly sent: number
  readonly paid: number
}

export type EarningsMove =
  | {
      readonly kind: 'earn'
      readonly key: string
      readonly cents: number
      readonly answer: 'done' | null
    }
  /** All earnings one by one, as they were shown. */
  | { readonly kind: 'list'; readonly shown: readonly Pick<Earning, 'key' | 'stage'>[] }
  /** The sums at each stage, in cents. */
  | ({ readonly kind: 'sums' } & Readonly<Record<Stage, number>>)

/**
 * What a closet earned. Payouts send what is earned, and it arrives, at any time: what was shown
 * once is how far it has come at least.
 */
export const earningsModel: Model<Earnings, EarningsMove> = {
  initial: { earnings: [], sent: 0, paid: 0 },
  // Whoever reads finds out how far it has come.
  mayChange: () => true,
  key: ({ earnings, sent, paid }) =>
    JSON.stringify([earnings.toSorted((a, b) => (a.key < b.key ? -1 : 1)), sent, paid]),
  step(before, move) {
    const { earnings } = before
    if (move.kind === 'earn') {
      const { key, cents } = move
      // The same form sent again.
      if (earnings.some((one) => one.key === key)) return before
      return { ...before, earnings: [...earnings, { key, cents, stage: 'earned' }] }
    }
    if (move.kind === 'sums') return reach(before, move)
    if (move.shown.length !== earnings.length) return null
    const stages = new Map(move.shown.map(({ key, stage }) => [key, stage]))
    const after: Earning[] = []
    for (const one of earnings) {
      const stage = stages.get(one.key)
      if (!stage || STAGES.indexOf(stage) < STAGES.indexOf(one.stage)) return null
      after.push({ ...one, stage })
    }
    return reach({ ...before, earnings: after }, sumsOf(after))
  },
}

function sumsOf(earnings: readonly Earning[]): Record<Stage, number> {
  const sums = { earned: 0, sent: 0, paid: 0 }
  for (const { stage, cents } of earnings) sums[stage] += cents
  return sums
}

/** Null if money was lost or made, or came back. */
function reach(before: Earnings, sums: Readonly<Record<Stage, number>>): Earnings | null {
  const total = before.earnings.reduce((sum, { cents }) => sum + cents, 0)
  const sent = sums.sent + sums.paid
  if (sums.earned + sent !== total || sent < before.sent || sums.paid < before.paid) return null
  return { ...before, sent, paid: sums.paid }
}
