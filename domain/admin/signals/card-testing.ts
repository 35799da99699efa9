import type { PersonId } from '#db/ids.ts'

// Pure. Who tests stolen cards tries many in a short time, or one in several accounts.

/** A payment that was refused. */
export type RefusedAttempt = {
  readonly personId: PersonId
  readonly personName: string
  /** What tells cards apart; null for other ways to pay. */
  readonly card: string | null
  /** 'Visa ending in 4242'; null when it is not known. */
  readonly paymentMethod: string | null
  readonly at: Date
}

const DAY_MS = 86_400_000

/** Of so many days, refused attempts are looked at. */
export const ATTEMPT_DAYS = 30

/** Within a day, in one account. */
export const SUSPICIOUS_ATTEMPTS = 5
export const SUSPICIOUS_CARDS = 3
/** Accounts in which one card was refused. */
export const SUSPICIOUS_ACCOUNTS = 3

export type AccountSignal = {
  readonly personId: PersonId
  readonly personName: string
  readonly attempts: number
  readonly cards: number
  readonly lastAt: Date
}

/** Accounts with many refused attempts, or cards, within a day: the worst day of each. */
export function accountsTestingCards(attempts: readonly RefusedAttempt[]): AccountSignal[] {
  return [...groupedBy(attempts, ({ personId }) => personId).values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const days = inOrder.map((first, index) => {
      const until = first.at.getTime() + DAY_MS
      return inOrder.slice(index).filter(({ at }) => at.getTime() < until)
    })
    const signals = days
      .map((day) => ({ attempts: day.length, cards: cardsIn(day), last: day.at(-1) }))
      .filter((day) => day.attempts >= SUSPICIOUS_ATTEMPTS || day.cards >= SUSPICIOUS_CARDS)
      .toSorted((a, b) => b.cards - a.cards || b.attempts - a.attempts)
    const [worst] = signals
    if (!worst?.last) return []
    const { personId, personName, at: lastAt } = worst.last
    return [{ personId, personName, attempts: worst.attempts, cards: worst.cards, lastAt }]
  })
}

export type CardSignal = {
  readonly card: string
  readonly paymentMethod: string | null
  readonly people: readonly { readonly id: PersonId; readonly name: string }[]
  readonly lastAt: Date
}

/** Cards that were refused in several accounts. */
export function cardsInSeveralAccounts(attempts: readonly RefusedAttempt[]): CardSignal[] {
  return [...groupedBy(attempts, ({ card }) => card)].flatMap(([card, tries]) => {
    const people = new Map(tries.map(({ personId, personName }) => [personId, personName]))
    if (card === null || people.size < SUSPICIOUS_ACCOUNTS) return []
    const [newest] = tries.toSorted((a, b) => b.at.getTime() - a.at.getTime())
    if (!newest) return []
    return [
      {
        card,
        paymentMethod: newest.paymentMethod,
        people: [...people].map(([id, name]) => ({ id, name })),
        lastAt: newest.at,
      },
    ]
  })
}

function cardsIn(attempts: readonly RefusedAttempt[]): number {
  return new Set(attempts.flatMap(({ card }) => card ?? [])).size
}

function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}
