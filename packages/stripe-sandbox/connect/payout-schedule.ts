import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'

const daySeconds = 24 * 60 * 60

/** An account is paid at the next midnight (UTC), so that the money of a day leaves together. */
export async function schedulePayout(work: Work, account: string): Promise<void> {
  const nextMidnight = (Math.floor(work.now / daySeconds) + 1) * daySeconds
  await setTimer(work, 'pay_out', account, nextMidnight)
}
