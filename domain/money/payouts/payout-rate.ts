import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PayoutRateId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { payoutRateChanged } from '#domain/money/payouts/transfers/transfer-emails.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { MAX_RATE_CENTS, RATE_NOTICE_DAYS } from './payout-rate-limits.ts'

const DAY_MS = 86_400_000

/** Cents per credit that closets earn on rentals made at this time. */
export async function currentRate(db: DbOrTx, at: Date): Promise<number> {
  const rate = await db
    .selectFrom('payout_rates')
    .select('cents_per_credit')
    .where('from_at', '<=', at)
    .orderBy('from_at', 'desc')
    .orderBy('announced_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rate?.cents_per_credit ?? 0
}

export type AnnouncedRate = { readonly cents: number; readonly fromAt: Date }

const MAX_SHOWN = 10

/** Rates that apply later, the next one first. */
export async function announcedRates(db: DbOrTx, now: Date): Promise<readonly AnnouncedRate[]> {
  return await db
    .selectFrom('payout_rates')
    .select(['cents_per_credit as cents', 'from_at as fromAt'])
    .where('from_at', '>', now)
    .orderBy('from_at')
    .orderBy('announced_at')
    .limit(MAX_SHOWN)
    .execute()
}

export type RateRefusal =
  /** Not a whole number of cents from 0 to 100. */
  | { readonly reason: 'out-of-bounds' }
  /** It would apply less than 30 days from now. */
  | { readonly reason: 'too-soon' }

/**
 * Announces a rate in cents per credit for rentals made from the start of a day on. Every closet
 * gets an email. Rates are only ever added: earlier rentals keep theirs.
 */
export async function setPayoutRate(
  db: Db,
  admin: Admin,
  { cents, from }: { readonly cents: number; readonly from: CalendarDate },
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<Outcome<void, RateRefusal>> {
  if (!Number.isInteger(cents) || cents < 0 || cents > MAX_RATE_CENTS)
    return refused({ reason: 'out-of-bounds' })
  const rateId: PayoutRateId = newId()
  return await inTransaction(db, async (tx) => {
    const startsAt = startOfDay(timeZone, from)
    if (startsAt.getTime() < now.getTime() + RATE_NOTICE_DAYS * DAY_MS)
      return refused({ reason: 'too-soon' })
    const before = await currentRate(tx, startsAt)
    await tx
      .insertInto('payout_rates')
      .values({
        id: rateId,
        cents_per_credit: cents,
        announced_at: now,
        from_at: startsAt,
        set_by: admin.id,
      })
      .execute()
    const act = { action: 'announce payout rate', noun: 'payout rate', nounId: rateId }
    await recordAction(
      tx,
      admin,
      { ...act, before: { cents: before }, after: { cents, from } },
      now,
    )
    await enqueue(tx, 'tell-closets-of-rate', { rateId, after: null })
    return done(undefined)
  })
}

const BATCH_SIZE = 200

type Place = {
  readonly origin: string
  readonly timeZone: string
  readonly stripe: Pick<StripeGateway, 'hasConnect'>
}

/**
 * Emails a new rate to a batch of closets and queues the job for the next batch. Each closet gets
 * one email per rate, however often the job runs.
 */
export async function mailRateChange(
  db: Db,
  { rateId, after }: { readonly rateId: PayoutRateId; readonly after: PersonId | null },
  place: Place,
  now: Date,
  max = BATCH_SIZE,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rate = await tx
      .selectFrom('payout_rates')
      .select(['cents_per_credit', 'from_at'])
      .where('id', '=', rateId)
      .executeTakeFirstOrThrow()
    let query = tx
      .selectFrom('user_profiles')
      .select(['id', 'full_name', 'email'])
      .where('account_type', '=', sql.lit('business' as const))
      .where('business_status', '=', sql.lit('approved' as const))
      .orderBy('id')
      .limit(max)
    if (after) query = query.where('id', '>', after)
    const owners = await query.execute()
    const words = {
      cents: rate.cents_per_credit,
      from: calendarDateIn(place.timeZone, rate.from_at),
      hasConnect: place.stripe.hasConnect,
      origin: place.origin,
    }
    for (const { id, full_name: fullName, email } of owners) {
      const message = payoutRateChanged({ ...words, fullName })
      const messageKey = `payout-rate-${rateId}-${id}`
      await notify(tx, { ...message, to: email, recipientId: id, messageKey }, now)
    }
    const last = owners.at(-1)
    if (last && owners.length === max)
      await enqueue(tx, 'tell-closets-of-rate', { rateId, after: last.id })
  })
}
