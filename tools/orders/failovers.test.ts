import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { openApps } from '#tools/cluster/apps.ts'
import { openCluster } from '#tools/cluster/cluster.ts'
import { openMailServer } from '#tools/faults/mail-server.ts'
import { allObligationsMet } from '#tools/faults/obligations.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { people, seed, times } from './options.ts'
import { movesOf, startCrowd, summaryOf } from './record/crowd.ts'

console.log(`SEED=${seed} PEOPLE=${people} FAILOVERS=${times.failovers}`)

const cluster = await openCluster()
const target = { connectionString: cluster.url }
await migrate(target)
const pool = createPool(target)
await migrateSandbox(pool)
const world = await openWorld({ timeRuns: true, database: { db: createDb(pool), pool, target } })
const mail = await openMailServer()

test('an order explains what people saw while nodes failed over', async () => {
  try {
    await run()
  } finally {
    // The sandbox uses the same database and logs errors.
    takeConsoleErrors()
  }
})

async function run(): Promise<void> {
  await fillBalance(world)
  const random = randomFrom(seed)
  const apps = await openApps(world, cluster, { mail, env: {} })
  const crowd = startCrowd({ world, app: apps.app }, { people, random: randomFrom(seed + 1) })
  let failovers = 0
  for (; failovers < times.failovers && crowd.violations.length === 0; failovers += 1) {
    await Promise.race([pause(random.between(2_000, 8_000)), crowd.ended])
    const lost = await cluster.primary()
    lost.lose()
    await cluster.untilNewLeader(lost)
    lost.daemon.start()
    await cluster.whole()
    await apps.whole()
    console.log(`${failovers + 1} failovers; ${summaryOf(crowd)}`)
  }
  await crowd.finish()
  await allObligationsMet(world)
  const inDatabase = await integrityViolations(world.db)
  await apps.close()
  console.log(`${failovers} failovers; ${summaryOf(crowd)}`)
  console.log(movesOf(crowd))
  expect(crowd.violations.join('\n\n')).toBe('')
  expect(inDatabase).toEqual([])
}
