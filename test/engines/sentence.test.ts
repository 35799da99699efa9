import { Key } from 'selenium-webdriver'
import { expect, test } from 'vitest'
import { testClock } from '#test/clock.ts'
import { SENTENCE, SENTENCE_DAY, sentenceWorld } from '#test/worlds/sentence-world.ts'
import { ways } from './hands.ts'
import { byRole, field, link, saying, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit({ clock: testClock(SENTENCE_DAY) })
const { shopper, right } = await sentenceWorld(site)

const MAX_INTERACTIONS = 3

test.for(ways)('one sentence on the home page leads to the right piece $name', async ({
  hands,
  ...window
}) => {
  const page = await site.open('/', { as: shopper, ...window })
  const main = byRole('main')
  let interactions = 0
  const interact = async (step: Promise<void>) => {
    interactions += 1
    await step
  }
  await interact(hands.fill(page, within(main, field('What do you need?')), SENTENCE))
  await interact(page.type(Key.ENTER))
  await page.isAt(/^\/search\?size=M/)
  const card = within(main, byRole('article'))
  await page.sees(saying(card, /Red dress with sleeves.*(about 1|less than a) mile/))
  expect(await page.count(card)).toBe(1)
  await interact(hands.press(page, within(card, link(/^View Details/))))
  await page.isAt(`/item/${right.id}?start=2027-06-12&end=2027-06-15`)
  for (const words of [/ mile from you\./, 'Can be delivered to you.', 'Should fit'])
    await page.sees(words)
  expect(interactions).toBeLessThanOrEqual(MAX_INTERACTIONS)
})
