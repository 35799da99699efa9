import { explainBalance } from '#domain/money/balance/explain-balance.ts'
import { readBalance } from '#domain/money/balance/read-balance.ts'
import { expectSameLines } from './compare-calendars.ts'
import { platformBalance } from './model/balances.ts'
import { pass } from './model/provider.ts'
import { count } from './model/state.ts'
import { deliver, reconcileAll, runJobs } from './providing.ts'
import { type Action, note, type Simulation, same } from './simulation.ts'

const DAY_MS = 86_400_000

/** The hourly job that reads what moved at Stripe, and looks for our records of it. */
export const readOnce: Action = async (play) => {
  const { model, random } = play
  note(play, 'what moved at Stripe is read')
  await read(play, random.oneIn(2) ? 1 : undefined)
  count(model, 'balance read')
  return []
}

async function read({ world }: Simulation, maxPages?: number): Promise<void> {
  const { db, stripe, clock } = world
  await readBalance(db, stripe, clock.now(), maxPages)
  while ((await explainBalance(db, clock.now())) > 0);
}

/**
 * A day passes, in which the provider repeats each webhook until it arrives, and jobs are done. Then no
 * transaction of the time before is unexplained, but transfers that somebody made by hand and no admin
 * has explained; and all transactions together are the balance.
 */
export async function expectAllExplained(play: Simulation): Promise<void> {
  const { world, model } = play
  note(play, 'a day passes, until everything at Stripe is explained')
  world.clock.advance({ hours: 25 })
  pass(model, world.clock.now().getTime())
  await deliver(play)
  for (let jobs = 0; jobs < 2; jobs += 1) {
    await runJobs(play)
    await deliver(play)
    await reconcileAll(play)
  }
  await deliver(play)
  // What was made in this second is read too.
  world.clock.advance({ seconds: 1 })
  pass(model, world.clock.now().getTime())
  await read(play)
  const rows = await world.db.selectFrom('balance_transactions').selectAll().execute()
  const isLate = (at: number) => at < model.now - DAY_MS
  expectSameLines(
    'what is unexplained for a day',
    rows
      .filter((one) => !one.explained_at && isLate(one.created_at.getTime()))
      .map((one) => [one.type, one.source, one.amount_cents].join(' '))
      .sort(),
    model.payouts.byHand
      .filter(({ difference, madeAt }) => difference !== 'accepted' && isLate(madeAt))
      .map(({ id, cents }) => ['transfer', id, -cents].join(' '))
      .sort(),
  )
  const { available, pending } = platformBalance(model)
  same(
    'the sum of what moved at Stripe',
    rows.reduce((sum, one) => sum + one.net_cents, 0),
    available + pending,
  )
  count(model, 'everything at Stripe explained')
}
