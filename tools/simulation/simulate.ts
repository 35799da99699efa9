import type { PersonId } from '#db/ids.ts'
import type { SandboxOptions } from '#sandbox/sandbox.ts'
import { testClock } from '#test/clock.ts'
import type { TestDatabase } from '#test/postgres/database.ts'
import { chooseAction } from './actions.ts'
import { makeFirstPurchases } from './buying.ts'
import { compareWallets, expectInvariants } from './compare.ts'
import {
  compareAvailability,
  compareCalendars,
  comparePeriods,
  compareSomeDays,
  compareWaitlists,
} from './compare-calendars.ts'
import { compareFiles } from './compare-files.ts'
import { compareMonths } from './compare-months.ts'
import { comparePayouts, compareWithStripe } from './compare-payouts.ts'
import { compareReturns } from './compare-returns.ts'
import { compareMessages, compareReviews } from './compare-social.ts'
import { emptyDirectory } from './directory.ts'
import { expectAllExplained, readOnce } from './explaining.ts'
import { pass } from './model/provider.ts'
import { emptyModel } from './model/state.ts'
import { endPastWaits } from './passing.ts'
import { takeWebhooks } from './providing.ts'
import { randomFrom } from './random.ts'
import type { Simulation, Touched } from './simulation.ts'
import { type Counts, tally } from './tally.ts'
import { openWorld } from './world.ts'

const HIGH_VALUE_CENTS = 50_000

/**
 * Runs `steps` random actions in a new town and compares the states after each. At the first
 * difference, throws with the seed and the last actions; otherwise returns the tally.
 */
export async function simulate(
  database: TestDatabase,
  seed: number,
  steps: number,
  onExchange?: SandboxOptions['onExchange'],
): Promise<Counts> {
  const clock = testClock('2027-01-31T12:00:00Z')
  const world = await openWorld(database, clock, onExchange)
  const model = emptyModel(clock.now().getTime())
  for (const item of world.items)
    model.items.push({
      id: item.id,
      lister: item.business_id,
      ways: world.waysOf(item.business_id),
      earns: item.business_id !== world.admin.id,
      creditsPerDay: item.credits_per_day,
      size: item.size,
      style: item.style,
      category: item.category,
      listedAt: item.created_at.getTime(),
      isHighValue: (item.replacement_value_cents ?? 0) >= HIGH_VALUE_CENTS,
      advanceBooking: item.advance_booking,
      turnaroundDays: item.turnaround_days,
      paused: item.paused,
      retired: false,
      fitReturns: item.fit_returns,
      blocked: new Set(),
    })
  for (const { id } of world.closets) model.closets.add(id)
  const empty = { mail: [], lost: [], handled: [], processed: new Set<string>(), recentActions: [] }
  const play: Simulation = {
    world,
    model,
    random: randomFrom(seed),
    known: emptyDirectory(),
    ...empty,
  }
  let done = 0
  try {
    await readOnce(play)
    await makeFirstPurchases(play)
    await takeWebhooks(play)
    while (done < steps) {
      if (!(await act(play, done))) continue
      done++
      if (done % 100 === 0) await compareAll(play)
    }
    await compareAll(play)
    return tally(model)
  } catch (error) {
    const recentActions = play.recentActions.map((line) => `  ${line}`).join('\n')
    const words = `seed ${seed}, action ${done + 1}: ${error instanceof Error ? error.message : error}`
    throw new Error(`${words}\nbefore it:\n${recentActions}`, { cause: error })
  } finally {
    await world.close()
  }
}

async function act(play: Simulation, done: number): Promise<boolean> {
  const { world, model } = play
  world.clock.advance({ seconds: 1 })
  pass(model, world.clock.now().getTime())
  const touched = await chooseAction(play, done)(play)
  if (touched === null) return false
  await takeWebhooks(play)
  await compareWallets(play, ownersOf(play, touched))
  await compareAvailability(play)
  await comparePeriods(play)
  await compareWaitlists(play, 'open')
  await compareSomeDays(play)
  await comparePayouts(play)
  await compareReturns(play)
  if (play.random.oneIn(4)) await compareReviews(play)
  if (play.random.oneIn(4)) await compareMessages(play)
  return true
}

function ownersOf({ world }: Simulation, touched: Exclude<Touched, null>): readonly PersonId[] {
  return touched === 'everybody' ? world.people.map(({ id }) => id) : touched
}

/** Compares everything, after the daily job on which the invariants rely. */
async function compareAll(play: Simulation): Promise<void> {
  await expectAllExplained(play)
  await endPastWaits(play)
  await compareWallets(play, ownersOf(play, 'everybody'), 'all balances')
  await compareWaitlists(play)
  await compareCalendars(play)
  await compareReturns(play)
  await compareReviews(play)
  await compareMessages(play)
  await compareWithStripe(play)
  await compareMonths(play)
  await compareFiles(play)
  await expectInvariants(play)
}
