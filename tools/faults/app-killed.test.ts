import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { recoveries, startCrowd } from './client.ts'
import { everyJourney } from './journeys.ts'
import { openMailServer } from './mail-server.ts'
import { startPayouts } from './obligations.ts'
import { kills, seed } from './options.ts'
import { report } from './results.ts'
import { openShop } from './shop.ts'
import { verdict } from './verdict.ts'

const world = await openWorld({ timeRuns: true })
const mail = await openMailServer()

/** One of this many kills ends all processes, the others only one of two web processes. */
const KILL_ALL_IN = 8

test(`the app killed ${kills.app} times at random loses nothing and does nothing twice`, async () => {
  await fillBalance(world)
  const random = randomFrom(seed)
  const shop = await openShop(world, { mail })
  const crowd = startCrowd({ world, app: shop.app }, { people: 6, random, journeys: everyJourney })
  const killedOne: number[] = []
  const killedAll: number[] = []
  for (let kill = 1; kill <= kills.app; kill += 1) {
    await crowd.nextAnswer()
    // Often shorter than a start, so that some processes are killed before they serve.
    await pause(random.between(0, 1_500))
    if (kill % 10 === 0) await startPayouts(world)
    if (random.oneIn(KILL_ALL_IN)) {
      killedAll.push(performance.now())
      await shop.killAll()
    } else {
      const victim = random.one(shop.webProcesses())
      killedOne.push(performance.now())
      if (victim) shop.killWebProcess(victim)
    }
    if (kill % 50 === 0) console.log(`${kill} kills, ${crowd.acknowledged.length} acknowledged`)
  }
  await crowd.finish()
  const row = { fault: 'one of two web processes killed', times: killedOne.length }
  report(inject('faultResults'), { ...row, recoveries: recoveries(killedOne, crowd.answers) })
  await verdict(
    { world, mail, shop },
    {
      fault: 'all processes of the app killed',
      times: killedAll.length,
      effects: crowd.acknowledged,
      recoveries: recoveries(killedAll, crowd.answers),
      // At most once per kill: when it comes between the mail server's answer and our record of it.
      // The Message-ID is the same.
      maxRepeatedEmails: kills.app,
    },
  )
  await shop.close()
  expect(killedOne.length + killedAll.length).toBe(kills.app)
})
