import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { focused, keyboard } from './input-methods.ts'

const site = await testBrowser()
const admin = await site.make.admin()

const png = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(flatPng(900, 1200)) }
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

test('an admin edits the founders, with a square picture, and a visitor sees them', async () => {
  const page = await site.open('/about', {
    as: admin,
    width: 390,
    allowedErrors: /ERR_INTERNET_DISCONNECTED/,
  })
  await page.getByRole('link', { name: 'Edit The people behind it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit The people behind it' })
  expect(await dialog.getByLabel('Name').inputValue()).not.toBe('')
  await dialog.getByLabel('Name').fill('<b>Ada</b> Lindholm')
  await dialog.getByLabel('Role').fill('Founder')
  await dialog.getByLabel('Bio').fill('Cuts patterns.')
  await dialog.locator('input[type=file]').setInputFiles(png)
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await button(page, 'Use photo').click()
  await dialog.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  await button(page, 'Add founder').click()
  await button(page, 'Save').click()
  await dialog.getByText('Please fill in all fields for founder 2').waitFor()
  await expectAccessible(page)
  const second = dialog.getByRole('group', { name: /Founder 2/ })
  await second.getByLabel('Name').fill('Bo')
  await second.getByLabel('Role').fill('Co-founder')
  await second.getByLabel('Bio').fill('Sews.')
  await button(page, 'Save').click()
  await page.getByText('About page saved.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await focused(page.getByRole('link', { name: 'Edit The people behind it' }))

  // The extra query bypasses the page cache.
  const visitor = await site.open('/about?fresh')
  await visitor.getByRole('heading', { name: '<b>Ada</b> Lindholm' }).waitFor()
  await visitor.getByRole('heading', { name: 'Bo', exact: true }).waitFor()
  const image = visitor.locator('main li img')
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      image.evaluate(
        (one) => one instanceof HTMLImageElement && one.naturalWidth / one.naturalHeight,
      ),
    )
    .toBe(1)
  expect(await visitor.getByRole('link', { name: /^Edit/ }).count()).toBe(0)

  await page.getByRole('link', { name: 'Edit The people behind it' }).click()
  await button(page, 'Remove founder 1').click()
  await button(page, 'Remove founder 1').click()
  await button(page, 'Save').click()
  await dialog.getByText('Please add at least one founder').waitFor()

  // Without a connection the dialog keeps its input and says which part was not saved.
  await button(page, 'Add founder').click()
  await dialog.getByLabel('Name').fill('Cy')
  await dialog.getByLabel('Role').fill('Founder')
  await dialog.getByLabel('Bio').fill('Counts.')
  await page.context().setOffline(true)
  await button(page, 'Save').click()
  await dialog.getByText('Error saving founders data: Unknown error').waitFor()
  await page.context().setOffline(false)
  await button(page, 'Save').click()
  await dialog.waitFor({ state: 'detached' })
  expect((await site.stranger().get('/about?again')).text('main')).toContain('CyFounderCounts.')
})

test('with the keyboard alone an admin edits a block and hides it from visitors', async () => {
  const page = await site.open('/about', { as: admin })
  await keyboard.press(page.getByRole('link', { name: 'Edit How it began' }))
  const dialog = page.getByRole('dialog', { name: 'Edit How it began' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await focused(page.getByRole('link', { name: 'Edit How it began' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  // The dialog opens again even if Enter comes before the page has noticed that it is closed.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')])
  await dialog.getByLabel('Title').fill('')
  await keyboard.press(button(page, 'Save'))
  await dialog.getByText('Please fill in both title and content').waitFor()
  await dialog.getByLabel('Title').fill('How it really began')
  await keyboard.press(button(page, 'Save'))
  await page.getByText('About page saved.').waitFor()
  await keyboard.press(button(page, 'Hide How it really began'))
  await page.getByText('Hidden from visitors').waitFor()
  await expectAccessible(page)
  const visitor = await site.stranger().get('/about?fresh')
  expect(visitor.text('main')).toContain('Why we do this')
  expect(visitor.text('main')).not.toContain('How it really began')
})

test('input typed before the script has loaded is kept, and leaving asks first', async () => {
  const page = await site.open('/help', { as: admin })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/about?edit=mission', { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog')
  const content = dialog.getByLabel('Content')
  const before = await content.inputValue()
  expect(before).not.toBe('')
  await dialog.getByLabel('Title').fill('Why we share')
  await content.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And more.')
  held.resolve()
  // The dialog's script loads after that of its page.
  await page.locator('dialog:modal').waitFor()
  await page.waitForFunction(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
  await page.keyboard.press('Escape')
  await button(page, 'Keep editing').click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Why we share')
  expect(await content.inputValue()).toBe(`${before} And more.`)
  await button(page, 'Save').click()
  await page.getByText('About page saved.').waitFor()
  await page.getByRole('heading', { name: 'Why we share' }).waitFor()
})
