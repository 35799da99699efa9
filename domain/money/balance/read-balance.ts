import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { BalanceTransaction } from '#gateways/stripe/balance.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

const DAY_MS = 86_400_000
/** What a shop reads first. */
const FIRST_DAYS = 30
/** Stripe can list a transaction later than it was made. */
const OVERLAP_MS = DAY_MS
/** The most pages of 100 that one run reads; the next run goes on from there. */
const MAX_PAGES = 50

/**
 * Reads the balance transactions that are new at Stripe, and again those of a day before, and stores
 * each once. Every page is stored with how far it goes, so a run that was killed goes on with the next
 * page. Returns how many were new. Throws while Stripe is unavailable.
 */
export async function readBalance(
  db: Db,
  stripe: Pick<StripeGateway, 'listBalanceTransactions'>,
  now: Date,
  maxPages = MAX_PAGES,
): Promise<number> {
  let added = 0
  for (let pages = 0; pages < maxPages; pages += 1) {
    const period = await periodToRead(db, now)
    const { from, until, after } = period
    const { transactions, next } = await stripe.listBalanceTransactions(from, until, after)
    const stored = await storePage(db, transactions, period, next)
    // Another process has stored this page.
    if (stored === null) break
    added += stored
    if (next === null) break
  }
  return added
}

type Period = { readonly from: Date; readonly until: Date; readonly after: string | null }

async function periodToRead(db: Db, now: Date): Promise<Period> {
  const reading = await db
    .selectFrom('balance_reading')
    .select(['read_until', 'period_from', 'period_until', 'after_id'])
    .executeTakeFirstOrThrow()
  const { period_from: from, period_until: until, after_id: after } = reading
  if (from && until) return { from, until, after }
  const first = new Date(now.getTime() - FIRST_DAYS * DAY_MS)
  const again = reading.read_until && new Date(reading.read_until.getTime() - OVERLAP_MS)
  return { from: again ?? first, until: now, after: null }
}

/** Stores a page and how far the period was read; null if somebody else has read on. */
async function storePage(
  db: Db,
  transactions: readonly BalanceTransaction[],
  { from, until, after }: Period,
  next: string | null,
): Promise<number | null> {
  return await inTransaction(db, async (tx) => {
    const moved = await tx
      .updateTable('balance_reading')
      .set(
        next === null
          ? { read_until: until, period_from: null, period_until: null, after_id: null }
          : { period_from: from, period_until: until, after_id: next },
      )
      .where(sql<boolean>`after_id is not distinct from ${after}`)
      .where(sql<boolean>`coalesce(period_until, ${until}) = ${until}`)
      .returning('is_only_row')
      .executeTakeFirst()
    if (!moved) return null
    if (transactions.length === 0) return 0
    const added = await tx
      .insertInto('balance_transactions')
      .values(
        transactions.map((one) => ({
          id: one.id,
          type: one.type,
          source: one.source,
          amount_cents: one.amountCents,
          fee_cents: one.feeCents,
          created_at: one.createdAt,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    return added.length
  })
}
