import { test } from 'vitest'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { rentStory } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()

test('an app killed at any message of renting leaves a paid rental, or nothing', async () => {
  await killAtEachMessage(world, rentStory(world))
})
