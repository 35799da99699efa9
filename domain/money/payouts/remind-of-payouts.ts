import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { unpaidOwners } from '#domain/money/payouts/earned/unpaid-owners.ts'
import { payoutReminder } from '#domain/money/payouts/transfers/transfer-emails.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { canOpenPayouts, isOwedForLessThanAYear } from './owed-without-account.ts'

type ReminderTime = { readonly now: Date; readonly today: CalendarDate; readonly origin: string }

/**
 * Emails closets that are owed at least $25 and have no account to receive it, once a month each,
 * for a year from the first email. Nobody is reminded where Connect is not set up, or while Stripe
 * checks the account. Checks closets in batches of `max`; returns how many were due.
 */
export async function remindOfPayouts(
  db: Db,
  { hasConnect }: Pick<StripeGateway, 'hasConnect'>,
  at: ReminderTime,
  max?: number,
): Promise<number> {
  if (!hasConnect) return 0
  let reminded = 0
  for await (const { owners } of unpaidOwners(db, max)) {
    const due = await closetsToRemind(db, owners, at).select('p.id').orderBy('p.id').execute()
    for (const { id } of due) await inTransaction(db, (tx) => remind(tx, id, at))
    reminded += due.length
  }
  return reminded
}

/** Which of these owners with unpaid earnings are due a reminder. */
function closetsToRemind(
  read: DbOrTx | Tx,
  owners: readonly PersonId[],
  { now, today }: ReminderTime,
) {
  return read
    .selectFrom('user_profiles as p')
    .where('p.id', 'in', owners)
    .where(canOpenPayouts)
    .where(sql<boolean>`not exists (select from payout_reminders r
      where r.owner_id = p.id and not ${isAMonthAgo('r', today)})`)
    .where(sql<boolean>`not exists (select from payout_accounts a
      where a.owner_id = p.id and a.state = 'in_review')`)
    .where(isOwedForLessThanAYear(now))
}

/** Whether the last reminder, in the row with this alias, was a month ago. */
const isAMonthAgo = (row: 'r' | 'payout_reminders', today: CalendarDate) =>
  sql<boolean>`(${sql.ref(`${row}.reminded_on`)} + interval '1 month' <= ${today}::date)`

async function remind(tx: Tx, ownerId: PersonId, at: ReminderTime): Promise<void> {
  const owner = await closetsToRemind(tx, [ownerId], at)
    .leftJoin('payout_accounts as a', 'a.owner_id', 'p.id')
    .select(['p.full_name', 'p.email', 'a.state'])
    .select(centsPayableTo(ownerId, at.now).as('cents'))
    .executeTakeFirst()
  if (!owner || !(await isFirst(tx, ownerId, at.today))) return
  const { full_name: fullName, email: to, state, cents } = owner
  const message = payoutReminder({ fullName, state, cents, origin: at.origin })
  const messageKey = `payout-reminder-${ownerId}-${at.today}`
  await notify(tx, { ...message, to, recipientId: ownerId, messageKey }, at.now)
}

/** Records the reminder. False if another process has recorded it first. */
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
