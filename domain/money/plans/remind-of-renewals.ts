import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { SubscriptionId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { addMonthsToDay, endOfDay } from '#domain/shared/time/local-time.ts'
import { renewalReminder } from './renewal-mail.ts'

/** Days before a payment for a year; laws ask for 15 to 45. */
const REMINDER_DAYS = 30

type ReminderTime = {
  readonly now: Date
  readonly today: CalendarDate
  readonly timeZone: string
  readonly origin: string
}

/**
 * Emails subscribers that their plan renews: 30 days before each payment for a year, and once a
 * year those who pay by the month. A bounded number at a time; returns how many emails.
 */
export async function remindOfRenewals(db: Db, at: ReminderTime, max = 200): Promise<number> {
  const due = await renewalsToRemindOf(db, at).select('s.id').orderBy('s.id').limit(max).execute()
  for (const { id } of due) await inTransaction(db, (tx) => remind(tx, id, at))
  return due.length
}

/** SQL: the plan that the next payment of a subscription `s` is for. */
const nextPlan = sql`case when s.pending_from <= s.renews_at then s.pending_product_type
  else s.product_type end`

function renewalsToRemindOf(read: DbOrTx | Tx, { now, today, timeZone }: ReminderTime) {
  const yearAgo = addMonthsToDay(today, -12)
  const isAhead = sql<boolean>`(s.renews_at <= ${endOfDay(timeZone, addDays(today, REMINDER_DAYS))})`
  const isReminded = sql<boolean>`exists (select from renewal_reminders r
    where r.subscription_id = s.id and r.product_type = ${nextPlan} and r.renews_at = s.renews_at)`
  const isRemindedThisYear = sql<boolean>`exists (select from renewal_reminders r
    where r.subscription_id = s.id and r.sent_on > ${yearAgo}::date)`
  return read
    .selectFrom('credit_subscriptions as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .where('s.status', '=', sql.lit('active' as const))
    .where('s.cancel_at', 'is', null)
    .where('s.renews_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where(
      sql<boolean>`case when ${nextPlan} = 'subscription_annual'
        then ${isAhead} and not ${isReminded}
        else s.created_at <= ${endOfDay(timeZone, yearAgo)} and not ${isRemindedThisYear} end`,
    )
}

async function remind(tx: Tx, id: SubscriptionId, at: ReminderTime): Promise<void> {
  const due = await renewalsToRemindOf(tx, at)
    .select(['p.id as personId', 'p.email', 'p.full_name as name', 's.renews_at'])
    .select(['s.product_type', 's.pending_product_type', 's.pending_from'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!due?.renews_at) return
  const isChanged = due.pending_from !== null && due.pending_from <= due.renews_at
  const plan: PlanType = (isChanged ? due.pending_product_type : null) ?? due.product_type
  const isFirst = await tx
    .insertInto('renewal_reminders')
    .values({
      subscription_id: id,
      product_type: plan,
      renews_at: due.renews_at,
      sent_on: at.today,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscription_id')
    .executeTakeFirst()
  if (!isFirst) return
  const renewsOn = calendarDateIn(at.timeZone, due.renews_at)
  const message = renewalReminder({ name: due.name, plan, renewsOn, origin: at.origin })
  const messageKey = `renewal-reminder-${id}-${plan}-${due.renews_at.getTime()}`
  await notify(tx, { ...message, to: due.email, recipientId: due.personId, messageKey }, at.now)
}
