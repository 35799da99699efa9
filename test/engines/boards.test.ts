import { test } from 'vitest'
import { ways } from './hands.ts'
import { button, field, heading, link } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const { make } = site

test.for(ways)('a board is made for an item, shared and voted on $name', async ({
  name,
  hands,
  ...window
}) => {
  const { id, title } = await make.item({ title: `Tea dress ${name}`, advance_booking: true })
  const [ana, ben] = [await make.shopper({ full_name: 'Ana Lee' }), await make.shopper()]
  const dates = '?start=2027-06-12&end=2027-06-15'
  const page = await site.open(`/item/${id}${dates}`, { as: ana, ...window })
  await hands.press(page, link('Add to a board'))
  await hands.fill(page, field('What is the occasion?'), 'A wedding')
  await hands.press(page, button('Make a board with this item'))
  await page.sees(heading('A wedding'))
  const shared = await (await page.find(field('Secret link'))).getAttribute('value')

  await site.switchTo(page, ben)
  await page.visit(new URL(shared ?? '').pathname + new URL(shared ?? '').search)
  await hands.press(page, button('Join'))
  await page.sees('You are on the board.')
  await hands.press(page, button(new RegExp(`^Vote for ${title}`)))
  await page.sees(/1 vote: /)
  await hands.press(page, link('Change or leave'))
  await hands.press(page, link('Leave board'))
  await hands.press(page, button('Leave'))
  await page.sees('You have left the board.')
})
