import type { Work } from './work.ts'

export type TimerKind =
  | 'expire_session'
  | 'fail_refund'
  | 'finish_refund'
  | 'renew_subscription'
  | 'retry_invoice'

/** What happens by itself later. One timer of a kind per object; setting it again moves it. */
export async function setTimer(
  work: Work,
  kind: TimerKind,
  subject: string,
  due: number,
): Promise<void> {
  await work.db.query(
    `insert into stripe_sandbox.timers (kind, subject, due) values ($1, $2, $3)
     on conflict (kind, subject) do update set due = excluded.due`,
    [kind, subject, due],
  )
}

export async function clearTimer(work: Work, kind: TimerKind, subject: string): Promise<void> {
  await work.db.query(`delete from stripe_sandbox.timers where kind = $1 and subject = $2`, [
    kind,
    subject,
  ])
}

/** Takes the next due timer; its deletion and what it causes are one transaction. */
export async function takeDueTimer(
  work: Work,
): Promise<{ kind: TimerKind; subject: string; due: number } | undefined> {
  const { rows } = await work.db.query<{ kind: TimerKind; subject: string; due: number }>(
    `delete from stripe_sandbox.timers where (kind, subject) = (
       select kind, subject from stripe_sandbox.timers where due <= $1
       order by due, kind, subject limit 1 for update skip locked
     ) returning kind, subject, due::float8 as due`,
    [work.now],
  )
  return rows[0]
}
