import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { typedDate } from './dates.ts'
import { ways } from './hands.ts'
import { button, field, heading, link, type Target } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const { make, db, clock } = site

test.for(ways)('an admin signs in, approves an item and publishes an announcement $name', async ({
  name,
  hands,
  ...window
}) => {
  const [title, words] = [`Ivory gown ${name}`, `We are closed on Friday ${name}.`]
  const { id } = await make.item({ title, approval_status: 'pending' })
  const [email, password] = [`${name.replaceAll(' ', '-')}@hemline.test`, 'silk and linen']
  await site.stranger().post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password })
  const admin = await readRow(db, 'user_profiles', 'id', { email })
  await updateRows(db, 'user_profiles', admin.id, { account_type: 'admin' })

  const page = await site.open('/auth?return_to=/admin/items', window)
  const press = (target: Target) => hands.press(page, target)
  const fill = (label: string, text: string) => hands.fill(page, field(label), text)
  await fill('Email', email)
  await fill('Password', password)
  await press(button('Sign in'))
  await page.isAt('/admin/items')
  await press(button(`Approve ${title}`))
  await page.sees(`Approved ${title}.`)
  expect(await readRow(db, 'clothing_items', 'approval_status', id)).toEqual({
    approval_status: 'approved',
  })

  await page.visit('/admin/announcements')
  await press(link('New announcement'))
  await fill('Title', 'Winter hours')
  await fill('Text', words)
  await page.choose(field('For'), 'Everybody')
  const today = calendarDateIn(site.settings.timeZone, clock.now())
  await fill('Last day', typedDate(addDays(today, 6)))
  await press(button('Save and preview'))
  await page.sees(heading('Publish it for Everybody?'))
  await press(button('Publish'))
  await page.sees('The announcement is published.')
  await site.switchTo(page, await make.shopper())
  await page.visit('/how-it-works')
  await page.sees(words)
})
