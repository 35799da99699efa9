import { setTimeout as pause } from 'node:timers/promises'
import { inject, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { recoveries, startCrowd } from './client.ts'
import { everyJourney } from './journeys.ts'
import { openPostgres } from './killed-postgres.ts'
import { openMailServer } from './mail-server.ts'
import { kills, seed } from './options.ts'
import { report } from './results.ts'
import { openShop, urlOf } from './shop.ts'
import { verdict } from './verdict.ts'

const postgres = await openPostgres()
const world = await openWorld({ timeRuns: true, database: postgres.database })
const mail = await openMailServer()

/** One of this many kills ends the postmaster, the others a backend or a background process. */
const POSTMASTER = 3

test(`PostgreSQL killed ${kills.database} times under load loses nothing`, async () => {
  await fillBalance(world)
  const random = randomFrom(seed)
  const shop = await openShop(world, { mail, databaseUrl: urlOf(world.database.target) })
  const crowd = startCrowd({ world, app: shop.app }, { people: 6, random, journeys: everyJourney })
  const killedPart: number[] = []
  const killedWhole: number[] = []
  for (let kill = 1; kill <= kills.database; kill += 1) {
    await crowd.nextAnswer()
    await pause(random.between(0, 2_000))
    if (random.oneIn(POSTMASTER)) {
      await postgres.killPostmaster()
      killedWhole.push(performance.now())
    } else {
      postgres.killOther(random.next())
      killedPart.push(performance.now())
    }
  }
  await crowd.nextAnswer()
  await crowd.finish()
  const row = { fault: 'a process of PostgreSQL killed', times: killedPart.length }
  report(inject('faultResults'), { ...row, recoveries: recoveries(killedPart, crowd.answers) })
  await verdict(
    { world, mail, shop },
    {
      fault: 'the postmaster killed',
      times: killedWhole.length,
      effects: crowd.acknowledged,
      recoveries: recoveries(killedWhole, crowd.answers),
      // While there is no database, a sent email cannot be recorded as sent.
      maxRepeatedEmails: Number.POSITIVE_INFINITY,
    },
  )
  await shop.close()
  // The sandbox uses the same database and logs errors.
  takeConsoleErrors()
})
