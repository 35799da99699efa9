import { expect, test } from 'vitest'
import { type Box, expectCropAsShown, photoWithPlaces } from '#test/browser/photo-with-places.ts'
import { readRow } from '#test/postgres/rows.ts'
import { ways } from './hands.ts'
import { photoFile } from './photo-file.ts'
import { button, byRole, css, field } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()

test.for(ways)('a closet lists an item with a photo taken sideways $name', async ({
  hands,
  ...window
}) => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet, ...window })
  await page.attach(field('Photo'), photoFile(await photoWithPlaces(6)))
  if (window.javaScript) {
    await page.sees(css('.ReactCrop__crop-selection'))
    await hands.press(page, button('Use photo'))
    await page.seesNot(byRole('dialog'))
    await page.hasFocus(field('Photo'))
  }
  await hands.fill(page, field('Title'), 'Linen coat')
  await page.choose(field('Size'), 'M')
  await page.choose(field('Style'), 'Formal')
  await page.choose(field('Event type'), 'Wedding')
  await hands.fill(page, field('Credits per week'), '10')
  await hands.press(page, button('Add Item'))
  await page.sees('Item added. It appears in the shop once it has been approved.')
  const { id, ...item } = await readRow(
    site.db,
    'clothing_items',
    ['id', 'image_id', 'approval_status'],
    { business_id: closet.id },
  )
  expect(item).toMatchObject({ approval_status: 'pending' })

  await page.visit(`/business/items/${id}`)
  const photo = await page.find(byRole('img', 'Photo, as chosen'))
  const frame = await page.driver.executeScript<Box>(boxInMiddle, photo)
  // The middle of a photo is cut out first, and without scripts by the server.
  const picture = { ...frame, x: frame.x - frame.width / 4, width: frame.width * 1.5 }
  await expectCropAsShown(
    { pageWidth: window.width, picture, frame },
    {
      screenshot: page.screenshot,
      store: async () => (await site.get(`/images/${item.image_id}`)).response.arrayBuffer(),
    },
  )
})

// Runs in the browser.
function boxInMiddle(element: Element): Box {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
