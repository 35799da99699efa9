import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { openPostgres } from '#tools/faults/killed-postgres.ts'
import { openMailServer } from '#tools/faults/mail-server.ts'
import { allObligationsMet } from '#tools/faults/obligations.ts'
import { openShop, urlOf } from '#tools/faults/shop.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { people, seed, times } from './options.ts'
import { movesOf, startCrowd, summaryOf } from './record/crowd.ts'
import { untilDone } from './record/sending.ts'

console.log(`SEED=${seed} PEOPLE=${people} KILLS=${times.app} PG_KILLS=${times.postgres}`)

const postgres = await openPostgres()
const world = await openWorld({ timeRuns: true, database: postgres.database })
const mail = await openMailServer()

/** One of this many kills ends all processes, the others only one of two web processes. */
const KILL_ALL_IN = 10
/** One of this many kills ends the postmaster, the others a backend or a background process. */
const POSTMASTER = 3

test('an order explains what people saw while processes were killed', async () => {
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
  const shop = await openShop(world, { mail, databaseUrl: urlOf(world.database.target) })
  const crowd = startCrowd({ world, app: shop.app }, { people, random: randomFrom(seed + 1) })
  const done = { app: 0, postgres: 0 }
  const { shop: watcher } = await shop.app.visit(await world.make.shopper())
  const isReady = async () => {
    const { status } = await watcher.get('/readyz')
    if (status !== 200) throw new Error(`not ready: ${status}`)
  }
  while (
    crowd.violations.length === 0 &&
    (done.app < times.app || done.postgres < times.postgres)
  ) {
    await untilDone(isReady)
    await Promise.race([pause(random.between(0, 1_500)), crowd.ended])
    const isPostgres =
      done.app >= times.app ||
      (done.postgres < times.postgres && done.postgres * times.app <= done.app * times.postgres)
    if (isPostgres) {
      done.postgres += 1
      if (random.oneIn(POSTMASTER)) await postgres.killPostmaster()
      else postgres.killOther(random.next())
    } else {
      done.app += 1
      if (random.oneIn(KILL_ALL_IN)) await shop.killAll()
      else {
        const victim = random.one(shop.webProcesses())
        if (victim) shop.killWebProcess(victim)
      }
      if (done.app % 10 === 0) console.log(summary())
    }
  }
  await crowd.finish()
  await allObligationsMet(world)
  const inDatabase = await integrityViolations(world.db)
  await shop.close()
  console.log(summary())
  console.log(movesOf(crowd))
  expect(crowd.violations.join('\n\n')).toBe('')
  expect(inDatabase).toEqual([])

  function summary(): string {
    return `${done.app} kills of the app, ${done.postgres} of PostgreSQL; ${summaryOf(crowd)}`
  }
}
