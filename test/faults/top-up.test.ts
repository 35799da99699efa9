import { test } from 'vitest'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { topUpStory } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()

test('an app killed at any message of a top-up adds it once if it was paid', async () => {
  await killAtEachMessage(world, topUpStory(world))
})
