import { afterAll, expect, test } from 'vitest'
import { startProcess } from './app-process.ts'
import { depositStory, packStory, rentStory, type Story } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld({ timeRuns: true })
let server = await startProcess(world)
afterAll(() => server.close())

/**
 * Like `killAtEachMessage`, but with the real server, killed at every nth message. The server that
 * starts after a kill recovers on its own and is the next to be killed. One or two kills of each
 * story show that a killed process behaves like the app in `killAtEachMessage`, which is killed at
 * many messages; `npm run test:faults` kills processes at random, a thousand times.
 */
async function killAtEvery<Scene>(step: number, story: Story<Scene>): Promise<void> {
  const undisturbed = await story.setUp()
  server.gate.arm(Number.POSITIVE_INFINITY)
  await story.act(undisturbed, server)
  const messages = server.gate.seen
  const scenes = [undisturbed]
  for (let at = step; at <= messages; at += step) {
    const scene = await story.setUp()
    scenes.push(scene)
    const { gate } = server
    gate.arm(at)
    const acting = story.act(scene, server)
    await Promise.race([acting, gate.killed])
    acting.catch(() => {})
    await server.close()
    server = await startProcess(world)
    await world.queue.idle()
    try {
      await story.check(scene)
      await story.resume(scene, server)
    } catch (problem) {
      throw new Error(`${story.name}, killed at message ${at}: ${gate.last}`, { cause: problem })
    }
  }
  await server.work()
  for (const scene of scenes) await story.end(scene)
  console.log(`${story.name}: the server killed at ${scenes.length - 1} of ${messages} messages`)
}

test('a server killed while a deposit is paid records it once after a restart', async () => {
  await killAtEvery(101, depositStory(world))
})

test('a server killed while credits are bought grants them once after a restart', async () => {
  await killAtEvery(110, packStory(world))
})

test('killing the server during a rental leaves it complete or absent', async () => {
  await killAtEvery(23, rentStory(world))
})

test('a server stops even when the database does not respond', async () => {
  server.loseDatabase()
  server.signalStop()
  expect(await server.ended).toBe(0)
})
