import type { PersonId } from '#db/ids.ts'
import { eventsActedOn } from '#domain/checkout/webhook.ts'
import type { SandboxOptions } from '#sandbox/sandbox.ts'
import { testClock } from '#test/clock.ts'
import type { TestDatabase } from '#test/database.ts'
import { claimCode, open, openSuccessPage, pay } from './buying.ts'
import { compareWallets, invariantsHold } from './compare.ts'
import { compareAvailability, compareCalendars, compareSomeDays } from './compare-calendars.ts'
import { emptyDirectory, learnFrom } from './directory.ts'
import { extendOne } from './extending.ts'
import { chooseLending } from './lending.ts'
import { pass } from './model/provider.ts'
import { emptyModel } from './model/state.ts'
import { expireCredits, grantMonths, meetDeadlines, wait } from './passing.ts'
import type { Action, Play, Touched } from './play.ts'
import * as providing from './providing.ts'
import { randomFrom } from './random.ts'
import {
  answerDelivery,
  cancelOne,
  correctOne,
  rentSomething,
  requestDepositRefund,
  step,
} from './renting.ts'
import * as subscribing from './subscribing.ts'
import { tally } from './tally.ts'
import { openWorld } from './world.ts'

/** The relative frequency of each action. */
const actions: readonly (readonly [number, Action])[] = [
  [20, open],
  [22, pay],
  [2, openSuccessPage],
  [6, claimCode],
  [14, rentSomething],
  [26, step],
  [4, extendOne],
  [3, chooseLending],
  [2, cancelOne],
  [4, correctOne],
  [2, answerDelivery],
  [3, requestDepositRefund],
  [4, subscribing.changeUp],
  [4, subscribing.changeDown],
  [3, subscribing.undo],
  [2, subscribing.resume],
  [3, subscribing.payWhatIsDue],
  [3, subscribing.newCard],
  [3, subscribing.cancelPlan],
  [16, providing.handleWebhooks],
  [2, providing.reconcileAll],
  [1, providing.restart],
  [6, providing.doJobs],
  [3, providing.decideDispute],
  [2, providing.refundInDashboard],
  [3, providing.refundBought],
  [3, providing.mendRefund],
  [10, wait],
  [2, expireCredits],
  [4, grantMonths],
  [3, meetDeadlines],
]
const allWeights = actions.reduce((sum, [weight]) => sum + weight, 0)

/**
 * Runs `steps` random actions in a new town, and compares after every action. At the first
 * difference, throws with the seed and the last actions; otherwise returns what happened.
 */
export async function simulate(
  database: TestDatabase,
  seed: number,
  steps: number,
  onExchange?: SandboxOptions['onExchange'],
): Promise<string> {
  const clock = testClock('2027-01-31T12:00:00Z')
  const world = await openWorld(database, clock, onExchange)
  const model = emptyModel(clock.now().getTime())
  for (const item of world.items)
    model.items.push({
      id: item.id,
      creditsPerDay: item.credits_per_day,
      advanceBooking: item.advance_booking,
      turnaroundDays: item.turnaround_days,
    })
  const empty = { mail: [], handled: [], processed: new Set<string>(), diary: [] }
  const play: Play = { world, model, random: randomFrom(seed), known: emptyDirectory(), ...empty }
  let done = 0
  try {
    while (done < steps) {
      if (!(await act(play))) continue
      done++
      if (done % 100 === 0) await lookAtAll(play)
    }
    await lookAtAll(play)
    return tally(model)
  } catch (error) {
    const diary = play.diary.map((line) => `  ${line}`).join('\n')
    const words = `seed ${seed}, action ${done + 1}: ${error instanceof Error ? error.message : error}`
    throw new Error(`${words}\nbefore it:\n${diary}`, { cause: error })
  } finally {
    await world.close()
  }
}

async function act(play: Play): Promise<boolean> {
  const { world, model } = play
  world.clock.advance({ seconds: 1 })
  pass(model, world.clock.now().getTime())
  const touched = await chosen(play)(play)
  if (touched === null) return false
  const webhooks = await world.takeWebhooks()
  learnFrom(play.known, model, webhooks)
  // Of events that change nothing, a few are enough.
  play.mail.push(
    ...webhooks.filter(({ type }) => eventsActedOn.includes(type) || play.random.oneIn(20)),
  )
  await compareWallets(play, ownersOf(play, touched))
  await compareAvailability(play)
  await compareSomeDays(play)
  return true
}

function chosen({ random }: Play): Action {
  let place = random.next() * allWeights
  for (const [weight, action] of actions) {
    place -= weight
    if (place < 0) return action
  }
  return wait
}

function ownersOf({ world }: Play, touched: Exclude<Touched, null>): readonly PersonId[] {
  return touched === 'everybody' ? world.people.map(({ id }) => id) : touched
}

async function lookAtAll(play: Play): Promise<void> {
  await compareWallets(play, ownersOf(play, 'everybody'))
  await compareCalendars(play)
  await invariantsHold(play)
}
