import { test } from 'vitest'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { paidRentalStory } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()

test('an app killed at any message of a payment that requests charges once and requests once', async () => {
  await killAtEachMessage(world, paidRentalStory(world, { paysDeposit: false }))
})

test('an app killed at any message of a payment of deposit and credits makes both or neither', async () => {
  await killAtEachMessage(world, paidRentalStory(world, { paysDeposit: true }))
})
