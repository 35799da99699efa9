import { expect, test } from 'vitest'
import { fillBalance } from '#test/faults/full-balance.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { openWorld } from '#test/faults/world.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { startCrowd } from './client.ts'
import { everyJourney } from './journeys.ts'
import { openMailServer } from './mail-server.ts'
import { kills, seed } from './options.ts'
import { openShop } from './shop.ts'
import { verdict } from './verdict.ts'

const world = await openWorld({ timeRuns: true })
const mail = await openMailServer()
await fillBalance(world)

/** One of this many answers is lost. */
const LOST = 10

test('when the answer to a commit is lost, the repeated request does nothing twice', async () => {
  const random = randomFrom(seed)
  let isOn = false
  let lost = 0
  const proxy = await postgresProxy(world.database.target, new Gate(), () => {
    const loses = isOn && random.oneIn(LOST)
    if (loses) lost += 1
    return loses
  })
  const shop = await openShop(world, { mail, databaseUrl: proxy.url })
  isOn = true
  const crowd = startCrowd({ world, app: shop.app }, { people: 4, random, journeys: everyJourney })
  while (lost < kills.answers) await crowd.nextAnswer()
  await crowd.finish()
  isOn = false
  await verdict(
    { world, mail, shop },
    {
      fault: 'answer lost after a commit',
      times: lost,
      effects: crowd.acknowledged,
      // If the commit recorded that an email was sent, it is valid, and nothing is sent again.
      maxRepeatedEmails: 0,
    },
  )
  await shop.close()
  await proxy.close()
})

test('when the answer to a person is lost, the repeated request does nothing twice', async () => {
  const random = randomFrom(seed + 1)
  let isOn = true
  let lost = 0
  const losesAnswer = () => {
    const loses = isOn && random.oneIn(4)
    if (loses) lost += 1
    return loses
  }
  const shop = await openShop(world, { mail, losesAnswer })
  const crowd = startCrowd({ world, app: shop.app }, { people: 4, random, journeys: everyJourney })
  while (lost < kills.answers) await crowd.nextAnswer()
  await crowd.finish()
  isOn = false
  await verdict(
    { world, mail, shop },
    {
      fault: 'answer lost between the app and the person',
      times: lost,
      effects: crowd.acknowledged,
    },
  )
  await shop.close()
  expect(lost).toBeGreaterThanOrEqual(kills.answers)
})
