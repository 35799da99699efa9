import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { recoveries, startCrowd } from './client.ts'
import { everyJourney } from './journeys.ts'
import { openPostgres } from './killed-postgres.ts'
import { openMailServer } from './mail-server.ts'
import { seed } from './options.ts'
import { report } from './results.ts'
import { openShop, urlOf } from './shop.ts'
import { mountSmallDisk } from './small-disk.ts'
import { verdict } from './verdict.ts'

const TIMES = 3
const FAULT_SECONDS = 5

const disk = mountSmallDisk(256)
const place = disk && (await placeOn(disk))

async function placeOn(folder: string) {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const postgres = await openPostgres(dataDir)
  const world = await openWorld({ timeRuns: true, database: postgres.database })
  await fillBalance(world)
  return { folder, dataDir, world, mail: await openMailServer() }
}

test('no data is lost while the disk is full', async () => {
  if (!place) {
    report(inject('faultResults'), { fault: 'disk full: not tested, a small disk needs root' })
    return
  }
  const { folder, dataDir, world, mail } = place
  const random = randomFrom(seed)
  const databaseUrl = urlOf(world.database.target)
  const shop = await openShop(world, { mail, databaseUrl, env: { DATA_DIR: dataDir } })
  const crowd = startCrowd({ world, app: shop.app }, { people: 4, random, journeys: everyJourney })
  const freed: number[] = []
  const reads: number[] = []
  const visitor = (await shop.app.visit(await world.make.shopper())).shop
  for (let times = 0; times < TIMES; times += 1) {
    await pause(2_000)
    const ballast = fill(join(folder, 'ballast'))
    await pause(FAULT_SECONDS * 1_000)
    reads.push((await visitor.get('/healthz')).status)
    rmSync(ballast)
    freed.push(performance.now())
    await crowd.nextAnswer()
  }
  await crowd.finish()
  console.log(`/healthz while the disk was full: ${reads.join(', ')}`)
  await verdict(
    { world, mail, shop },
    {
      fault: 'disk full',
      times: TIMES,
      effects: crowd.acknowledged,
      recoveries: recoveries(freed, crowd.answers),
      // An email cannot be recorded as sent if the disk fills up after its attempt was recorded.
      maxRepeatedEmails: 10 * TIMES,
    },
  )
  await shop.close()
  expect(freed).toHaveLength(TIMES)
  // The sandbox uses the same disk and logs errors.
  takeConsoleErrors()
})

/** Fills the disk. */
function fill(file: string): string {
  const ballast = openSync(file, 'w')
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(ballast, chunk)
  } catch {
    return file
  } finally {
    closeSync(ballast)
  }
}
