import { expect, test } from 'vitest'
import {
  readPlatformNumbers,
  savePlatformNumbers,
} from '#domain/site/settings/save-platform-numbers.ts'
import { readSiteStyle, saveSiteStyle } from '#domain/site/style/style.ts'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const asAdmin = { as: await site.make.admin(), inSamePage: true }
const style = () => readSiteStyle(site.db)

test('a form detects a conflict even after another form has reloaded the page’s data', async () => {
  const other = await site.make.admin()
  const theirs = (given: Record<string, string>) =>
    saveSiteStyle(site.db, other, given, site.clock.now())
  const page = await site.open('/admin/site-layout', { ...asAdmin, allowedErrors: /409/ })
  const conflict = page.getByText('Your changes are not saved yet.')
  const rules = page.getByRole('button', { name: 'Save rules' })
  const changes = page.getByRole('button', { name: 'Save Changes' })
  await theirs({ header_font: 'Lato' })
  await rules.click()
  await page.getByText('Rules saved.').waitFor()
  await page.getByLabel('Hero title').fill('Ours')
  await changes.click()
  await conflict.waitFor()
  expect(await style()).toMatchObject({ header_font: 'Lato', hero_title: 'Rent Designer Fashion' })
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await page.getByText('Style saved.').waitFor()
  // Its own last save causes no conflict.
  await page.getByLabel('Hero title').fill('Ours again')
  await changes.click()
  await expect.poll(style).toMatchObject({ hero_title: 'Ours again' })

  const numbers = await readPlatformNumbers(site.db)
  await savePlatformNumbers(site.db, other, { ...numbers, high_value_rentals: 9 }, site.clock.now())
  await page.getByLabel('Hero title').fill('Ours once more')
  await changes.click()
  await expect.poll(style).toMatchObject({ hero_title: 'Ours once more' })
  await page.getByLabel('Months until gift credits expire').fill('12')
  await rules.click()
  await conflict.waitFor()
  expect((await readPlatformNumbers(site.db)).high_value_rentals).toBe(9)
  await savePlatformNumbers(site.db, other, numbers, site.clock.now())
})

test('edit mode’s panel detects conflicts with other saves, but not with its own', async () => {
  const page = await site.open('/?edit=true', { ...asAdmin, allowedErrors: /409/ })
  await page.getByRole('button', { name: 'Customize Styles' }).click()
  const panel = page.getByRole('region', { name: 'Customize Styles' })
  const save = panel.getByRole('button', { name: 'Save Changes' })
  for (const font of ['Lora', 'Lato']) {
    await panel.getByLabel('Subtitle font').selectOption(font)
    await save.click()
    await expect.poll(style).toMatchObject({ subtitle_font: font })
  }
  const other = await site.make.admin()
  await saveSiteStyle(site.db, other, { header_font: 'Lato' }, site.clock.now())
  await panel.getByLabel('Subtitle font').selectOption('Inter')
  await save.click()
  await panel.getByText('Your changes are not saved yet.').waitFor()
  expect(await style()).toMatchObject({ header_font: 'Lato', subtitle_font: 'Lato' })
  await panel.getByRole('button', { name: 'Show theirs' }).click()
  await expect.poll(() => panel.getByLabel('Heading font').inputValue()).toBe('Lato')
  expect(await panel.getByLabel('Subtitle font').inputValue()).toBe('Lato')
  await panel.getByLabel('Subtitle font').selectOption('Inter')
  await save.click()
  await expect.poll(style).toMatchObject({ header_font: 'Lato', subtitle_font: 'Inter' })
})
