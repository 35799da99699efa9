import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWorld } from '#test/faults/world.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { openMailServer } from '#tools/faults/mail-server.ts'
import { openShop } from '#tools/faults/shop.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { seed } from './options.ts'
import { plantedFaults } from './planted.ts'
import { startCrowd } from './record/crowd.ts'

const MAX_MS = 60_000
const LOOK_MS = 100
const PEOPLE = 10

const database = await testDatabase({ violatesInvariants: true, isNew: true })
const world = await openWorld({ timeRuns: true, database })
const mail = await openMailServer()

test('planted faults are found, each within a minute', async () => {
  const shop = await openShop(world, { mail })
  const missed: string[] = []
  for (const planted of plantedFaults) {
    const { name, through, sql, undo } = planted
    if (sql) await database.pool.query(sql)
    const began = performance.now()
    const setting = { world, app: shop.app, ...(through && { through }) }
    const crowd = startCrowd(setting, { people: PEOPLE, random: randomFrom(seed) })
    const isFound = () => crowd.violations.some((one) => one.startsWith(planted.in))
    while (!isFound() && performance.now() - began < MAX_MS)
      await Promise.race([pause(LOOK_MS), crowd.ended])
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`${name}: ${isFound() ? 'found' : 'NOT FOUND'} after ${seconds} s`)
    if (!isFound()) missed.push(name)
    await crowd.finish()
    if (undo) await database.pool.query(undo)
  }
  await shop.close()
  takeConsoleErrors()
  expect(missed).toEqual([])
})
