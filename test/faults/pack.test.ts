import { test } from 'vitest'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { packStory } from './stories.ts'
import { openWorld } from './world.ts'

const world = await openWorld()

test('an app killed at any message of buying credits grants them once if paid', async () => {
  await killAtEachMessage(world, packStory(world))
})
