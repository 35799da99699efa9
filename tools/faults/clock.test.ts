import { expect, inject, test } from 'vitest'
import { scheduledJobs } from '#server/jobs/scheduled-jobs.ts'
import { depositStory, packStory, rentStory, type Story, topUpStory } from '#test/faults/stories.ts'
import { openWorld } from '#test/faults/world.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { report } from './results.ts'

const world = await openWorld()
const { clock, database } = world

/** Moments in New York, where the shop is, in chronological order. */
const moments = {
  'as the clocks go forward': '2027-03-14T06:45:00Z',
  'as the clocks go back': '2027-11-07T05:45:00Z',
  'as a year ends': '2028-01-01T04:45:00Z',
  'as 29 February begins': '2028-02-29T04:45:00Z',
  'as 29 February ends': '2028-03-01T04:45:00Z',
} as const

/** How far the clock jumps between the two halves of a story, in hours. */
const jumps = [1, -1, 25, -25]

/** Starts every scheduled job, as if all were due. */
async function runSchedule(): Promise<void> {
  for (const task of Object.keys(scheduledJobs))
    await database.pool.query('select graphile_worker.add_job($1)', [task])
}

/** The clock jumps after the first half of a story; the second half repeats it. */
async function runWithJump<Scene>(story: Story<Scene>, hours: number): Promise<void> {
  const app = await world.run()
  const scene = await story.setUp()
  await story.act(scene, app)
  clock.advance({ hours })
  await runSchedule()
  await app.work()
  await story.check(scene)
  await story.resume(scene, app)
  await runSchedule()
  await app.work()
  await story.end(scene)
  await app.close()
}

test.for(Object.entries(moments))('%s, jumps of the clock change nothing', async ([name, at]) => {
  let played = 0
  for (const hours of jumps) {
    for (const play of [
      () => runWithJump(depositStory(world), hours),
      () => runWithJump(topUpStory(world), hours),
      () => runWithJump(packStory(world), hours),
      () => runWithJump(rentStory(world), hours),
    ]) {
      clock.set(at)
      await play()
      played += 1
    }
  }
  expect(await integrityViolations(world.db)).toEqual([])
  const count = { acknowledged: played, found: played, lost: 0, doubled: 0 }
  report(inject('faultResults'), { fault: `clock jumps ${name}`, times: played, ...count })
})
