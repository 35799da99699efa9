import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { canOpenPayouts, isOwedForLessThanAYear } from './owed-without-account.ts'
import { payoutReminder } from './transfer-emails.ts'

const AT_A_TIME = 200

type ReminderTime = { readonly now: Date; readonly today: CalendarDate; readonly origin: string }

/**
 * Emails closets that are owed at least $25 and have no account that it can be sent to, once a month
 * each, for a year from the first email. Nobody is reminded where Connect is not set up,
 * or while Stripe checks the account. A bounded number at a time; returns how many.
 */
export async function remindOfPayouts(
  db: Db,
  { hasConnect }: Pick<StripeGateway, 'hasConnect'>,
  at: ReminderTime,
  max = AT_A_TIME,
): Promise<number> {
  if (!hasConnect) return 0
  const due = await closetsToRemind(db, at).select('p.id').orderBy('p.id').limit(max).execute()
  for (const { id } of due) await inTransaction(db, (tx) => remind(tx, id, at))
  return due.length
}

function closetsToRemind(read: DbOrTx | Tx, { now, today }: ReminderTime) {
  return read
    .selectFrom('user_profiles as p')
    .where(canOpenPayouts)
    .where(sql<boolean>`p.id in (select owner_id from earnings where transfer_id is null)`)
    .where(sql<boolean>`not exists (select from payout_reminders r
      where r.owner_id = p.id and not ${isAMonthAgo('r', today)})`)
    .where(sql<boolean>`not exists (select from payout_accounts a
      where a.owner_id = p.id and a.state = 'in_review')`)
    .where(isOwedForLessThanAYear(now))
}

/** Whether the last reminder, in a row of that name, was a month ago. */
const isAMonthAgo = (row: 'r' | 'payout_reminders', today: CalendarDate) =>
  sql<boolean>`(${sql.ref(`${row}.reminded_on`)} + interval '1 month' <= ${today}::date)`

async function remind(tx: Tx, ownerId: PersonId, at: ReminderTime): Promise<void> {
  const owner = await closetsToRemind(tx, at)
    .leftJoin('payout_accounts as a', 'a.owner_id', 'p.id')
    .select(['p.full_name', 'p.email', 'a.state'])
    .select(
      sql<number>`(select sum(amount_cents)::int from earnings where owner_id = p.id
        and transfer_id is null and payable_at <= ${at.now})`.as('cents'),
    )
    .where('p.id', '=', ownerId)
    .executeTakeFirst()
  if (!owner || !(await isFirst(tx, ownerId, at.today))) return
  const { full_name: fullName, email: to, state, cents } = owner
  const message = payoutReminder({ fullName, state, cents, origin: at.origin })
  const messageKey = `payout-reminder-${ownerId}-${at.today}`
  await queueMail(tx, { ...message, to, recipientId: ownerId, messageKey }, at.now)
}

/** Records the reminder. False for the second of two processes. */
async function isFirst(tx: Tx, ownerId: PersonId, today: CalendarDate): Promise<boolean> {
  const row = await tx
    .insertInto('payout_reminders')
    .values({ owner_id: ownerId, first_reminded_on: today, reminded_on: today })
    .onConflict((conflict) =>
      conflict
        .column('owner_id')
        .doUpdateSet({ reminded_on: today })
        .where(isAMonthAgo('payout_reminders', today)),
    )
    .returning('owner_id')
    .executeTakeFirst()
  return row !== undefined
}
