import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { addressOf, phoneOf } from '#domain/admin/lists/linked-accounts.ts'
import { paymentMethodInWords } from '#domain/money/checkout/payment-method-words.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { ATTEMPT_DAYS, accountsTestingCards, cardsInSeveralAccounts } from './card-testing.ts'
import { CLAIM_DAYS, suspiciousGifts } from './gift-claims.ts'

const DAY_MS = 86_400_000
/** The newest rows of each that are read, and the signals of each kind that are shown. */
const MAX_READ = 2000
const SHOWN = 50

export type Signals = Awaited<ReturnType<typeof signals>>

/**
 * Signs of stolen cards and of gifts that are none, newest first (spec 12.13): hints for admins;
 * nothing is refused for them.
 */
export async function signals(db: Db, _admin: Admin, now: Date) {
  const [attempts, claims] = await Promise.all([refusedAttempts(db, now), giftClaims(db, now)])
  return {
    accounts: newest(accountsTestingCards(attempts)),
    cards: newest(cardsInSeveralAccounts(attempts)),
    gifts: suspiciousGifts(claims).slice(0, SHOWN),
  }
}

function newest<Signal extends { readonly lastAt: Date }>(all: readonly Signal[]): Signal[] {
  return all.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime()).slice(0, SHOWN)
}

async function refusedAttempts(db: Db, now: Date) {
  const rows = await db
    .selectFrom('failed_payments as f')
    .innerJoin('user_profiles as p', 'p.id', 'f.user_id')
    .select(['p.id as personId', 'p.full_name as personName', 'f.failed_at as at', 'f.method'])
    .select(['f.card_last4', 'f.card_fingerprint'])
    .where('f.failed_at', '>', new Date(now.getTime() - ATTEMPT_DAYS * DAY_MS))
    .orderBy('f.failed_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(MAX_READ)
    .execute()
  return rows.map(({ method, card_last4, card_fingerprint, ...attempt }) => ({
    ...attempt,
    card: card_fingerprint ?? (card_last4 && `${method} ${card_last4}`),
    paymentMethod: paymentMethodInWords(method, card_last4),
  }))
}

async function giftClaims(db: Db, now: Date) {
  return await db
    .selectFrom('gift_codes as g')
    .innerJoin('user_profiles as buyer', 'buyer.id', 'g.buyer_id')
    .innerJoin('user_profiles as claimer', 'claimer.id', 'g.claimed_by')
    .select(['g.id', 'buyer.id as buyerId', 'buyer.full_name as buyerName'])
    .select(['claimer.id as claimerId', 'claimer.full_name as claimerName'])
    .select([
      sql<Date>`g.claimed_at`.as('claimedAt'),
      sql<boolean>`coalesce(${phoneOf('buyer')} = ${phoneOf('claimer')}, false)`.as('samePhone'),
      sql<boolean>`coalesce(${addressOf('buyer')} = ${addressOf('claimer')}, false)`.as(
        'sameAddress',
      ),
      sql<boolean>`exists (select from person_cards b
        join person_cards c on c.fingerprint = b.fingerprint and c.user_id = g.claimed_by
        where b.user_id = g.buyer_id)`.as('sameCard'),
      sql<boolean>`exists (select from disputes d
        where d.payment_intent = g.payment_intent and d.kind = 'dispute')`.as('isDisputed'),
    ])
    .where('g.claimed_at', '>', new Date(now.getTime() - CLAIM_DAYS * DAY_MS))
    .orderBy('g.claimed_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(MAX_READ)
    .execute()
}
