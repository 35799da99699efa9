import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import {
  accountsTestingCards,
  cardsInSeveralAccounts,
  type RefusedAttempt,
  SUSPICIOUS_ACCOUNTS,
  SUSPICIOUS_ATTEMPTS,
  SUSPICIOUS_CARDS,
} from './card-testing.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 1)

const attempt = (personId: PersonId, card: string | null, hour: number): RefusedAttempt => ({
  ...{ personId, personName: 'Ada', card, paymentMethod: card },
  at: new Date(start + hour * HOUR),
})

const attempts = (personId: PersonId, count: number, card: (n: number) => string, every = 1) =>
  Array.from({ length: count }, (_, n) => attempt(personId, card(n), n * every))

test('many attempts, or cards, within a day are a signal', () => {
  const id = newId()
  const one = () => 'visa 1'
  const each = (n: number) => `visa ${n}`
  expect(accountsTestingCards(attempts(id, SUSPICIOUS_ATTEMPTS - 1, one))).toEqual([])
  expect(accountsTestingCards(attempts(id, SUSPICIOUS_ATTEMPTS, one))).toMatchObject([
    { personId: id, attempts: SUSPICIOUS_ATTEMPTS, cards: 1 },
  ])
  expect(accountsTestingCards(attempts(id, SUSPICIOUS_CARDS - 1, each))).toEqual([])
  expect(accountsTestingCards(attempts(id, SUSPICIOUS_CARDS, each))).toMatchObject([
    { attempts: SUSPICIOUS_CARDS, cards: SUSPICIOUS_CARDS },
  ])
})

test('attempts on different days, or in different accounts, are none', () => {
  const [one, other] = [newId(), newId()]
  const each = (n: number) => `visa ${n}`
  expect(accountsTestingCards(attempts(one, 20, each, 12.1))).toEqual([])
  const mixed = [
    ...attempts(one, SUSPICIOUS_CARDS - 1, each),
    ...attempts(other, SUSPICIOUS_CARDS - 1, each),
  ]
  expect(accountsTestingCards(mixed)).toEqual([])
})

test('the worst day of an account is shown, whatever the order of its attempts', () => {
  const id = newId()
  const days = [
    ...attempts(id, SUSPICIOUS_CARDS, (n) => `visa ${n}`),
    ...attempts(id, 7, (n) => `amex ${n}`).map((one) => ({
      ...one,
      at: new Date(one.at.getTime() + 72 * HOUR),
    })),
  ]
  expect(accountsTestingCards(days.toReversed())).toMatchObject([
    { attempts: 7, cards: 7, lastAt: new Date(start + 78 * HOUR) },
  ])
})

test('one card in several accounts is a signal, another way to pay is none', () => {
  const people = Array.from({ length: SUSPICIOUS_ACCOUNTS }, () => newId())
  const by = (card: string | null, count: number) =>
    people.slice(0, count).map((id, n) => attempt(id, card, n))
  expect(cardsInSeveralAccounts(by('visa 1', SUSPICIOUS_ACCOUNTS - 1))).toEqual([])
  expect(cardsInSeveralAccounts(by(null, SUSPICIOUS_ACCOUNTS))).toEqual([])
  const [signal] = cardsInSeveralAccounts(by('visa 1', SUSPICIOUS_ACCOUNTS))
  expect(signal?.people.map(({ id }) => id)).toEqual(people)
  expect(signal?.lastAt).toEqual(new Date(start + (SUSPICIOUS_ACCOUNTS - 1) * HOUR))
})
