import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { createDb, createPool } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { fillBalance } from '#test/faults/full-balance.ts'
import { openWorld } from '#test/faults/world.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { startCrowd } from '#tools/faults/client.ts'
import { everyJourney } from '#tools/faults/journeys.ts'
import { openMailServer } from '#tools/faults/mail-server.ts'
import { report } from '#tools/faults/results.ts'
import { openBucket } from '#tools/faults/slow-bucket.ts'
import { verdict } from '#tools/faults/verdict.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { openApps } from './apps.ts'
import { openCluster, untilTrue } from './cluster.ts'
import { foundIn } from './direct-writes.ts'
import { expectEncryption } from './encryption.ts'
import { endedIn, failingSeconds, KINDS, median, type Window } from './failing.ts'
import { faults } from './faults.ts'
import { kindsInTurn, seed, times } from './options.ts'
import { openPictures } from './pictures.ts'
import { startProbing } from './probes.ts'

console.log(`SEED=${seed} ${JSON.stringify(times)}`)

const cluster = await openCluster()
const target = { connectionString: cluster.url }
await migrate(target)
const pool = createPool(target)
await migrateSandbox(pool)
const world = await openWorld({ timeRuns: true, database: { db: createDb(pool), pool, target } })
const mail = await openMailServer()
const bucket = await openBucket()

/** A pause after each fault, in which late failures still show. */
const CALM_MS = 3_000

test('a cluster loses no data when its parts fail, one after another', async () => {
  try {
    await runFaults()
  } finally {
    // The sandbox uses the same database and logs errors.
    takeConsoleErrors()
  }
})

async function runFaults(): Promise<void> {
  await fillBalance(world)
  const random = randomFrom(seed)
  const apps = await openApps(world, cluster, { mail, env: bucket.settings })
  const probing = await startProbing(world, apps.app, apps.stranger)
  await expectEncryption(cluster)
  const crowd = startCrowd({ world, app: apps.app }, { people: 3, random, journeys: everyJourney })
  const windows = new Map<string, Window[]>()
  const pictures = await openPictures(world, apps.app)
  const elections: number[] = []
  const writtenDirectly: string[] = []
  const scene = { cluster, apps, bucket, pictures, random, elections, writtenDirectly }

  /** Provokes a fault; waits until the cluster is whole, all requests succeed and people go on. */
  async function provoke(fault: string, begin: () => Promise<void> | void): Promise<void> {
    await pause(random.between(0, 2_000))
    const at = performance.now()
    await begin()
    await cluster.whole()
    await apps.whole()
    await allSucceed()
    // Throws if a person has given up.
    await crowd.nextAnswer()
    await probing.answered()
    await pause(CALM_MS)
    const window = { at, until: performance.now() }
    windows.set(fault, [...(windows.get(fault) ?? []), window])
    logFault(fault, window)
  }

  function logFault(fault: string, window: Window): void {
    const failed = endedIn(probing.probes, window).filter(({ isFine }) => !isFine)
    const times = KINDS.map((kind) => {
      const answers = new Set(failed.filter((one) => one.kind === kind).map(({ answer }) => answer))
      const seconds = failingSeconds(probing.probes, kind, window).toFixed(2)
      return `${kind} ${seconds} s (${[...answers].join(', ')})`
    })
    console.log(`${fault}: ${times.join(', ')}; ${crowd.acknowledged.length} acknowledged`)
  }

  /** Waits until five requests of each kind that begin from now on have succeeded. */
  async function allSucceed(): Promise<void> {
    const now = performance.now()
    await untilTrue('requests of every kind succeed', async () => {
      const since = probing.probes.filter(({ began, isFine }) => began > now && isFine)
      return KINDS.every((kind) => since.filter((one) => one.kind === kind).length >= 5)
    })
  }

  await allSucceed()
  for (const kind of kindsInTurn(times)) {
    const { title, begin } = faults[kind]
    await provoke(title, () => begin(scene))
  }
  await crowd.finish()
  await probing.stop()

  const row = (fault: string, recoveries: readonly number[]) =>
    report(inject('faultResults'), { fault, times: recoveries.length, recoveries })
  for (const [fault, seen] of windows) {
    for (const kind of KINDS)
      row(
        `${fault}: ${kind} fail`,
        seen.map((one) => failingSeconds(probing.probes, kind, one)),
      )
  }
  if (elections.length > 0) row('Patroni itself, until another leader', elections)
  await verdict(
    { world, mail, shop: apps },
    {
      fault: 'all of it together',
      times: [...windows.values()].flat().length,
      effects: crowd.acknowledged,
      // While there is no primary, a sent email cannot be recorded as sent.
      maxRepeatedEmails: Number.POSITIVE_INFINITY,
    },
  )
  const found = await foundIn((await cluster.primary()).superuser, writtenDirectly)
  const lost = writtenDirectly.filter((id) => !found.has(id))
  report(inject('faultResults'), {
    fault: '  written to primaries that were replaced',
    acknowledged: writtenDirectly.length,
    found: found.size,
    lost: lost.length,
  })
  await apps.close()
  const withoutPrimary = windows.get(faults.primary.title) ?? []
  if (withoutPrimary.length > 0) {
    const failed = withoutPrimary.map((one) =>
      failingSeconds(probing.probes, 'visitors’ pages', one),
    )
    // Apps that are not ready serve pages from replicas. The median tolerates a slow round.
    expect(median(failed)).toBeLessThan(median(elections) / 2)
  }
  expect(lost).toEqual([])
  expect(cluster.commitsWithoutStandby()).toEqual([])
  expect(elections).toHaveLength(times.primary)
}
