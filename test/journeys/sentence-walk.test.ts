import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'
import { testClock } from '#test/clock.ts'
import { SENTENCE, SENTENCE_DAY, sentenceWorld } from '#test/worlds/sentence-world.ts'

const site = await testBrowser({ clock: testClock(SENTENCE_DAY) })
const { shopper, right } = await sentenceWorld(site)

const MAX_INTERACTIONS = 3

test.for([
  { width: 390, javaScript: true },
  { width: 1280, javaScript: true },
  { width: 390, javaScript: false },
  { width: 1280, javaScript: false },
])('one sentence on the home page leads to the right piece: $width px, script $javaScript', async ({
  width,
  javaScript,
}) => {
  const page = await site.open('/', { as: shopper, width, javaScript })
  const main = page.getByRole('main')
  let interactions = 0
  const interact = async (step: Promise<unknown>) => {
    interactions += 1
    await step
  }
  const field = main.getByRole('search').getByLabel('What do you need?')
  await interact(field.fill(SENTENCE))
  await interact(field.press('Enter'))
  await page.waitForURL(/\/search\?size=M/)
  const card = main.getByRole('article')
  await expect.poll(() => card.count()).toBe(1)
  expect(await card.textContent()).toMatch(/Red dress with sleeves.*(about 1|less than a) mile/)
  await interact(card.getByRole('link', { name: /^View Details/ }).click())
  await page.waitForURL(`${site.origin}/item/${right.id}?start=2027-06-12&end=2027-06-15`)
  for (const text of [/ mile from you\./i, 'Can be delivered to you.', 'Should fit'])
    await main.getByText(text).first().waitFor()
  expect(interactions).toBeLessThanOrEqual(MAX_INTERACTIONS)
})
