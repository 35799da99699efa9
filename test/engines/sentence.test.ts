import { Key } from 'selenium-webdriver'
import { expect, test } from 'vitest'
import { testClock } from '#test/clock.ts'
import { SENTENCE, SENTENCE_DAY, sentenceWorld } from '#test/worlds/sentence-world.ts'
import type { Page } from './page.ts'
import { byRole, field, link, saying, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit({ clock: testClock(SENTENCE_DAY) })
const { shopper, right } = await sentenceWorld(site)

const MAX_INTERACTIONS = 3

const main = byRole('main')
const sentenceField = within(main, field('What do you need?'))
const card = within(main, byRole('article'))
const details = within(card, link(/^View Details/))

/** The only piece found is the right one. */
async function findsIt(page: Page): Promise<void> {
  await page.isAt(/^\/search\?size=M/)
  await page.sees(saying(card, /Red dress with sleeves.*(about 1|less than a) mile/))
  expect(await page.count(card)).toBe(1)
}

/** Its page says how far away it is and how it fits. */
async function readsAboutIt(page: Page): Promise<void> {
  await page.isAt(`/item/${right.id}?start=2027-06-12&end=2027-06-15`)
  for (const words of [/ mile from you\./, 'Can be delivered to you.', 'Should fit'])
    await page.sees(words)
}

test.for([
  { width: 390, javaScript: true },
  { width: 1280, javaScript: true },
  { width: 390, javaScript: false },
  { width: 1280, javaScript: false },
] as const)('one sentence on the home page leads to the right piece: $width px, script $javaScript', async ({
  width,
  javaScript,
}) => {
  const page = await site.open('/', { as: shopper, width, javaScript })
  let interactions = 0
  const interact = async (step: Promise<void>) => {
    interactions += 1
    await step
  }
  await interact(page.fill(sentenceField, SENTENCE))
  await interact(page.type(Key.ENTER))
  await findsIt(page)
  await interact(page.press(details))
  await readsAboutIt(page)
  expect(interactions).toBeLessThanOrEqual(MAX_INTERACTIONS)
})

test('with only the keyboard, one sentence leads to the right piece', async () => {
  const page = await site.open('/', { as: shopper })
  await page.tabTo(sentenceField)
  await page.type(SENTENCE, Key.ENTER)
  await findsIt(page)
  await page.tabTo(details)
  await page.type(Key.ENTER)
  await readsAboutIt(page)
})
