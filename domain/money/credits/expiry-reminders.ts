import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { pages } from '#domain/shared/pages.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { lastDayOf } from './last-day.ts'

const WEEK_MS = 7 * 86_400_000

type Place = { readonly timeZone: string; readonly origin: string }

/**
 * Emails people whose credits expire within a week: one email about all of them, and each lot once.
 * A bounded number of people at a time; returns how many emails.
 */
export async function remindOfExpiry(db: Db, place: Place, now: Date, max = 500): Promise<number> {
  const people = await db
    .selectFrom('credit_lots')
    .select('user_id')
    .distinct()
    .where('available', '>', sql.lit(0))
    .where('reminded_at', 'is', null)
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + WEEK_MS))
    .limit(max)
    .execute()
  for (const { user_id } of people) await inTransaction(db, (tx) => remind(tx, user_id, place, now))
  return people.length
}

async function remind(tx: Tx, userId: PersonId, place: Place, now: Date): Promise<void> {
  const lots = await tx
    .updateTable('credit_lots')
    .set({ reminded_at: now })
    .where('user_id', '=', userId)
    .where('available', '>', sql.lit(0))
    .where('reminded_at', 'is', null)
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + WEEK_MS))
    .returning(['available', 'expires_at'])
    .execute()
  const owner = await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (lots.length === 0 || !owner) return
  const credits = lots.reduce((sum, lot) => sum + lot.available, 0)
  const first = new Date(Math.min(...lots.map((lot) => lot.expires_at.getTime())))
  const details = {
    credits,
    name: owner.full_name,
    from: showDate(lastDayOf(first, place.timeZone)),
    origin: place.origin,
  }
  await notify(tx, { ...message(details), to: owner.email, recipientId: userId }, now)
}

function message(details: {
  readonly credits: number
  readonly name: string
  readonly from: string
  readonly origin: string
}): Email {
  const credits = details.credits === 1 ? '1 credit' : `${details.credits} credits`
  return {
    template: 'credits-lapse-soon',
    subject: `${details.credits} of your credits ${details.credits === 1 ? 'expires' : 'expire'} soon`,
    greeting: hello(details.name),
    paragraphs: [
      `${credits} in your balance will expire within a week, starting on ${details.from}.`,
      'We use the credits that expire first, so your next rental uses these.',
    ],
    button: { text: 'Find something to wear', url: `${details.origin}${pages.styles}` },
    after: [`See when your credits expire: ${details.origin}${pages.credits}`],
  }
}
