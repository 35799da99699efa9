import type { Work } from './work.ts'

// Timers that are due in the same second run in alphabetical order: a phase of a schedule ends before
// the subscription renews.
export type TimerKind =
  | 'advance_clock'
  | 'advance_schedule'
  | 'arrive_payout'
  | 'close_dispute'
  | 'expire_incomplete'
  | 'expire_session'
  | 'fail_refund'
  | 'finish_refund'
  | 'open_dispute'
  | 'pay_out'
  | 'renew_subscription'
  | 'retry_invoice'

/** A change scheduled for later. Each object has one timer of a kind; setting it again moves it. */
export async function setTimer(
  work: Work,
  kind: TimerKind,
  subject: string,
  due: number,
): Promise<void> {
  await work.db.query(
    `insert into stripe_sandbox.timers (kind, subject, due, clock) values ($1, $2, $3, $4)
     on conflict (kind, subject) do update set due = excluded.due, clock = excluded.clock`,
    [kind, subject, due, work.clock],
  )
}

export async function clearTimer(work: Work, kind: TimerKind, subject: string): Promise<void> {
  await work.db.query(`delete from stripe_sandbox.timers where kind = $1 and subject = $2`, [
    kind,
    subject,
  ])
}

export type Timer = { kind: TimerKind; subject: string; due: number }

/**
 * Takes the next timer that is due by this work's clock; its deletion and its effects are one
 * transaction.
 */
export async function takeDueTimer(work: Work): Promise<Timer | undefined> {
  const ofClock = work.clock === null ? 'clock is null' : 'clock = $2'
  const { rows } = await work.db.query<Timer>(
    `delete from stripe_sandbox.timers where (kind, subject) = (
       select kind, subject from stripe_sandbox.timers where ${ofClock} and due <= $1
       order by due, kind, subject limit 1 for update
     ) returning kind, subject, due::float8 as due`,
    work.clock === null ? [work.now] : [work.now, work.clock],
  )
  return rows[0]
}

export async function clearTimersOfClock(work: Work, clock: string): Promise<void> {
  await work.db.query(`delete from stripe_sandbox.timers where clock = $1`, [clock])
}
