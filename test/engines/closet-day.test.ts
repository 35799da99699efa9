import { test } from 'vitest'
import { closetDayWorld, expectDayIsDone } from '#test/worlds/closet-day-world.ts'
import { ways } from './hands.ts'
import { button, byRole, field, link, type Target, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()

test.for(
  ways,
)('a closet hands over eight items to three people and takes back three $name', async ({
  hands,
  ...window
}) => {
  const day = await closetDayWorld(site)
  const page = await site.open('/business/day', { as: day.closet, ...window })
  const press = (target: Target) => hands.press(page, target)
  const confirm = (name: string) => press(within(byRole('alertdialog'), button(name)))
  const isBack = async (words: string) => {
    await page.sees(words)
    await page.isAt('/business/day')
  }
  await press(button(/^All handed over Ana/))
  await isBack('Delivered: 4 items to Ana.')
  await press(button(/^All handed over Bea/))
  await isBack('Delivered: 3 items to Bea.')
  await press(button(/^All back, all fine Dora/))
  await isBack('Back and fine: Tea dress.')
  await press(link(/The renter did not come Silk cape/))
  await confirm('The renter did not come')
  await isBack('Silk cape: No-show recorded.')
  await press(link(/Not back yet Wool coat/))
  await confirm('Mark as late')
  await isBack('Wool coat: Marked as late.')
  await press(button(/Something is wrong Lace top/))
  await hands.fill(page, field(/^Keep from the deposit/), '15')
  await hands.fill(page, field('Condition notes'), 'A torn seam.')
  await press(button('Keep Deposit'))
  await confirm('Keep $15.00')
  await isBack('Lace top: Review saved.')
  await expectDayIsDone(site, day)
})
