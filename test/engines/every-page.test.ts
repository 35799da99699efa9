import { expect, test } from 'vitest'
import { overflow } from '#test/browser/overflow.ts'
import { screensIn } from '#test/worlds/screens.ts'
import { partsOf } from '#test/worlds/screens-of-people.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const parts = partsOf((await screensIn(site)).filter(({ act }) => !act))

test.for(
  parts.flatMap((part) => ([390, 1280] as const).map((width) => ({ ...part, width }))),
)('$name and the screens after it fit at $width pixels, without an error', async (part) => {
  const { as, width, screens } = part
  const page = await site.open('/feedback', { as: as ?? null, width })
  for (const { path, state } of screens) {
    await page.visit(path)
    expect.soft(await page.driver.executeScript(overflow), `${path} (${state})`).toEqual([])
    expect.soft(await page.driver.getTitle(), path).not.toBe('')
  }
})
