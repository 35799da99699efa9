import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import type { Provider } from '#test/faults/sandbox-front.ts'
import { openWorld } from '#test/faults/world.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { recoveries, startCrowd } from './client.ts'
import { everyJourney } from './journeys.ts'
import { openMailServer } from './mail-server.ts'
import { seed } from './options.ts'
import { openShop } from './shop.ts'
import { type BucketState, openBucket } from './slow-bucket.ts'
import { verdict } from './verdict.ts'

const world = await openWorld({ timeRuns: true })
const mail = await openMailServer()
const bucket = await openBucket()
await fillBalance(world)

const FAULT_SECONDS = 8

/** People act before, during and after the fault, and complete afterwards what they began. */
async function runFault(
  fault: string,
  setState: (state: 'up' | 'faulty') => Promise<void> | void,
  provider?: Provider,
): Promise<void> {
  const shop = await openShop(world, { mail, env: bucket.settings, ...(provider && { provider }) })
  const random = randomFrom(seed)
  const crowd = startCrowd({ world, app: shop.app }, { people: 4, random, journeys: everyJourney })
  await pause(1_000)
  await setState('faulty')
  await pause(FAULT_SECONDS * 1_000)
  const during = crowd.answers.length
  await setState('up')
  const upAgain = performance.now()
  await crowd.nextAnswer()
  await crowd.finish()
  await verdict(
    { world, mail, shop },
    {
      fault,
      times: 1,
      effects: crowd.acknowledged,
      recoveries: recoveries([upAgain], crowd.answers),
    },
  )
  await shop.close()
  expect(during).toBeGreaterThan(0)
}

const faults = {
  slow: async (request) => {
    await pause(3_000)
    return world.provider(request)
  },
  failing: async () => Response.json({ error: { type: 'api_error' } }, { status: 500 }),
  away: () => Promise.reject(new Error('nobody answers')),
} satisfies Record<string, Provider>

test.for([
  'slow',
  'failing',
  'away',
] as const)('Stripe %s: every journey is completed once', async (kind) => {
  let isFaulty = false
  await runFault(
    `Stripe ${kind}`,
    (state) => {
      isFaulty = state === 'faulty'
    },
    (request) => (isFaulty ? faults[kind](request) : world.provider(request)),
  )
})

test.for([
  'slow',
  'failing',
  'away',
] as const)('the mail server %s: every email is sent once', async (kind) => {
  await runFault(`mail server ${kind}`, (state) => mail.setState(state === 'up' ? 'up' : kind))
})

test.for([
  'slow',
  'failing',
  'away',
] satisfies BucketState[])('the image storage %s: listed items have their photos', async (kind) => {
  await runFault(`image storage ${kind}`, (state) => bucket.setState(state === 'up' ? 'up' : kind))
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select image_id as id from clothing_items where image_id is not null order by id desc limit 20',
  )
  expect(rows.length).toBeGreaterThan(0)
})
