import { closingOf, openingOf } from '#domain/money/months/month-lines.ts'
import {
  closeMonth,
  listMonths,
  monthStatement,
  statementUntil,
} from '#domain/money/months/months.ts'
import { addToMonth, endOfDay, monthIn } from '#domain/shared/time/local-time.ts'
import { type Simulation, same, TIME_ZONE, today } from './simulation.ts'

/** The credits of a gift code. */
const CODE_CREDITS = 50

/** Closes the months that are over, and compares what this one has come to with the model. */
export async function compareMonths(play: Simulation): Promise<void> {
  const { world, model } = play
  const at = { now: world.clock.now(), timeZone: TIME_ZONE }
  const current = monthIn(TIME_ZONE, at.now)
  const months = await listMonths(world.db, world.admin, at)
  const last = months.find(({ closed }) => closed)?.month ?? addToMonth(current, -2)
  for (let month = addToMonth(last, 1); month < current; month = addToMonth(month, 1)) {
    const closed = await closeMonth(world.db, world.admin, month, at)
    same(`closing ${month}`, closed.ok ? 'done' : closed.problem.reason, 'done')
  }
  const before = await monthStatement(world.db, world.admin, addToMonth(current, -1), at)
  const lines = await statementUntil(world.db, world.admin, today(play), TIME_ZONE)
  for (const account of ['credits', 'millicents', 'deposits', 'earnings'] as const)
    same(
      `the opening of ${account}`,
      openingOf(lines, account),
      before && closingOf(before.lines, account),
    )
  const tomorrow = endOfDay(TIME_ZONE, today(play)).getTime()
  const codes = model.codes.filter(
    ({ claimed, revoked, expiresAt }) => !claimed && !revoked && expiresAt >= tomorrow,
  )
  const inLots = model.lots.reduce((sum, { available }) => sum + available, 0)
  same('credits', closingOf(lines, 'credits'), inLots + codes.length * CODE_CREDITS)
  const held = model.deposits.reduce(
    (sum, { order, topUps, withheld, refunded, lost }) =>
      sum + centsOf([order, ...topUps]) - withheld - refunded - lost,
    0,
  )
  same('deposits', closingOf(lines, 'deposits'), held)
  const { earnings, transfers } = model.payouts
  const paid = transfers.filter(({ status }) => status === 'made')
  same('what closets are owed', closingOf(lines, 'earnings'), centsOf(earnings) - centsOf(paid))
}

function centsOf(amounts: readonly { readonly cents: number }[]): number {
  return amounts.reduce((sum, { cents }) => sum + cents, 0)
}
