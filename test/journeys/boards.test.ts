import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
await site.make.item({ title: 'Red gown', size: 'M', advance_booking: true })
await site.make.item({ title: 'Blue suit', size: 'L', advance_booking: true })

async function signUpForBoard(page: Page, name: string) {
  await page.getByLabel('What is the occasion?').fill(name)
  await page.getByLabel('Your first name').fill('Ana')
  await page.getByRole('button', { name: /^Make a board/ }).click()
  await page.waitForURL(/\/boards\/[\da-f-]{36}$/)
}

const linkOn = async (page: Page) => await page.getByLabel('Secret link').inputValue()

test('a sentence leads to a board, which a second person opens, joins and votes on', async () => {
  const page = await site.open('/search', { width: 390 })
  await page.getByRole('searchbox', { name: 'What do you need?' }).fill('gown June 12-15 2027')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Plan it with a board' }).click()
  await page.waitForURL(/\/boards\?/)
  expect(await page.getByLabel('First day').inputValue()).toBe('2027-06-12')
  expect(await page.getByLabel('Last day').inputValue()).toBe('2027-06-15')
  await page.getByRole('button', { name: 'Make a board' }).click()
  await page.getByText('Please name the occasion.').waitFor()
  await expectAccessible(page)
  await signUpForBoard(page, 'A wedding')
  await page.getByText('No items yet').waitFor()
  await page.getByRole('link', { name: 'Find items' }).click()
  await page.waitForURL(/\/search\?.*start=2027-06-12/)
  await page
    .getByRole('link', { name: /Red gown/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Add to a board' }).click()
  await page.getByRole('button', { name: 'Add to A wedding' }).click()
  await page.waitForURL(/\/boards\/[\da-f-]{36}$/)
  await page.getByRole('heading', { name: 'Red gown' }).waitFor()
  await expectAccessible(page)

  const friend = await site.open('/about', { width: 1280 })
  await friend.goto(await linkOn(page))
  await friend.getByRole('heading', { name: 'Red gown' }).waitFor()
  expect(await friend.getByRole('button', { name: /^Vote/ }).count()).toBe(0)
  await expectAccessible(friend)
  await friend.getByLabel('Your first name').fill('Ben')
  await friend.getByLabel('Your size').selectOption('L')
  await friend.getByRole('button', { name: 'Join' }).click()
  await friend.getByRole('button', { name: 'Vote for Red gown' }).click()
  await friend.getByText('1 vote: Ben').waitFor()
  await friend.getByRole('button', { name: /^For me/ }).click()
  await friend.getByText('For you').waitFor()
  await expectAccessible(friend)

  await page.reload()
  await page.getByText('1 vote: Ben').waitFor()
  await page.getByText('For Ben').waitFor()
  expect(await page.getByRole('button', { name: /^For me/ }).count()).toBe(0)
})

test('a board is made, changed and left with the keyboard alone', async () => {
  const page = await site.open('/boards?start=2027-06-12&end=2027-06-15')
  const tabTo = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    const target = page.getByRole(role, { name })
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab')
      if (await target.evaluateAll((all) => all.includes(document.activeElement as never))) return
    }
    throw new Error(`Tab does not lead to ${name}`)
  }
  await page.getByLabel('What is the occasion?').focus()
  await page.keyboard.type('A gala')
  await tabTo('Make a board')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter your first name.').waitFor()
  // The first field with a problem has the focus.
  await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/boards\/[\da-f-]{36}$/)
  await tabTo('Change or leave', 'link')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings$/)
  await page.getByLabel('What is the occasion?').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' night')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'A gala night', level: 1 }).waitFor()
  await tabTo('Change or leave', 'link')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings$/)
  await tabTo('Leave board', 'link')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Leave', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/boards$/)
  await page.getByText('You have left the board.').waitFor()
})

test('everything works without a script', async () => {
  const page = await site.open('/boards?start=2027-06-12&end=2027-06-15', { javaScript: false })
  await signUpForBoard(page, 'A wedding')
  const friend = await site.open('/about', { javaScript: false, width: 390 })
  await friend.goto(await linkOn(page))
  await friend.getByLabel('Your first name').fill('Ben')
  await friend.getByRole('button', { name: 'Join' }).click()
  await friend.getByText('2 people: Ana and you').waitFor()
  await page.getByRole('link', { name: 'Change or leave' }).click()
  await page.getByRole('button', { name: 'Take off Ben' }).click()
  await page.getByText('They are no longer on the board.').waitFor()
  await page.getByText('1 person: you').waitFor()
})
