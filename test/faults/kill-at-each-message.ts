import { expect } from 'vitest'
import { integrityViolations } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { chosenOf } from './chosen-messages.ts'
import { type Counted, Gate } from './gate.ts'
import type { Story } from './stories.ts'
import type { World } from './world.ts'

/** How many apps are killed before one restarts, which then recovers from all of them. */
const KILLS_PER_RESTART = 24

/** Logged by the queue of a killed app, which gets no response. */
export const isFromKilledApp =
  /^Trace: Error: (Connection terminated|Cannot use a pool after calling end|read ECONNRESET)/

interface Killed<Scene> {
  readonly scene: Scene
  readonly gate: Gate
  readonly at: number
}

/**
 * Runs a story once undisturbed to learn its messages, then once for each chosen message, killing
 * the app at it: a statement or commit that changes something, or a call to or from outside. Prints
 * how many messages there were.
 * @param counted includes answers for a story that also acts outside the gate
 */
export async function killAtEachMessage<Scene>(
  world: World,
  story: Story<Scene>,
  counted: Counted = 'changes',
): Promise<void> {
  const gateAt = (at: number) => new Gate(at, 'killed', counted)
  const open = gateAt(Number.POSITIVE_INFINITY)
  const seen: string[] = []
  open.onMessage((message) => seen.push(message))
  const undisturbed = await runStory(world, story, open, Number.POSITIVE_INFINITY)
  const messages = open.seen
  const chosen = chosenOf(seen)
  let kills: Killed<Scene>[] = [undisturbed]
  for (let next = chosen[0] ?? 1, done = 0, wasCut = true; next <= messages || wasCut; ) {
    const killed = await runStory(world, story, gateAt(next), next)
    wasCut = killed.gate.isCut
    kills.push(killed)
    done += 1
    // Some runs have more messages than the first one.
    next = chosen[done] ?? Math.max(next, messages) + 1
    if (kills.length < KILLS_PER_RESTART && (next <= messages || wasCut)) continue
    await checkAll(world, story, kills, messages)
    kills = []
  }
  const unexpected = takeConsoleErrors().filter((words) => !isFromKilledApp.test(words))
  expect(unexpected.join('\n')).toBe('')
  console.log(`${story.name}: killed at ${chosen.length} of ${messages} messages`)
}

async function runStory<Scene>(
  world: World,
  story: Story<Scene>,
  gate: Gate,
  at: number,
): Promise<Killed<Scene>> {
  const scene = await story.setUp()
  const victim = await world.run({ gate })
  const acting = story.act(scene, victim)
  await Promise.race([acting, gate.killed])
  // The killed app's code is still running with all connections closed; nothing waits for it.
  acting.catch(() => {})
  const closing = victim.close().catch(() => {})
  if (!gate.isCut) await closing
  await world.postponeJobs()
  return { scene, gate, at }
}

async function checkAll<Scene>(
  world: World,
  story: Story<Scene>,
  kills: readonly Killed<Scene>[],
  messages: number,
): Promise<void> {
  const each = async (step: (scene: Scene) => Promise<void>) => {
    for (const { scene, at, gate } of kills) {
      try {
        await step(scene)
      } catch (problem) {
        const where = `${story.name}, killed at message ${at} of ${messages} (${gate.last})`
        const reason = problem instanceof Error ? problem.message : String(problem)
        throw new Error(`${where}: ${reason}`, { cause: problem })
      }
    }
    expect(await integrityViolations(world.db)).toEqual([])
  }
  const app = await world.restart()
  try {
    await each(story.check)
    world.clock.advance({ seconds: 2 })
    await app.work()
    await each(story.check)
    await each((scene) => story.resume(scene, app))
    await app.work()
    await each(story.end)
  } finally {
    await app.close()
  }
}
