import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'

// Each button has the server's failure message, for when the browser gets no answer.

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

const sentencesOf = (page: Page, buttons: string) =>
  page.$$(buttons).map((button) => button.getAttribute('data-failed'))

const question = 'dialog[open] button[form]'

test('switches and delete buttons of admins name what failed', async () => {
  const as = { as: await make.admin() }
  const brand = await make.brand()
  const item = await make.item({ closet: as.as })
  const city = await make.city()
  const buttons = [
    ['/admin?ask=user-to-user', question, 'Error updating setting. Please try again.'],
    [`/admin/brands?delete=${brand.id}`, question, 'Error deleting brand. Please try again.'],
    ['/admin/brands', 'main li form button', 'Error saving brand. Please try again.'],
    [`/admin/listings?delete=${item.id}`, question, 'Error deleting listing. Please try again.'],
    ['/admin/listings', 'main li form button', 'Error saving listing. Please try again.'],
    [`/admin/cities?delete=${city.id}`, question, 'Error deleting city. Please try again.'],
    ['/admin/cities', 'main td form button', 'Error saving city. Please try again.'],
  ] as const
  for (const [path, selector, sentence] of buttons)
    expect(sentencesOf(await site.get(path, as), selector), path).toEqual([sentence])
})

test('buttons of rental steps, with or without a question, name what failed', async () => {
  const as = { as: await make.closet() }
  const rental = async (status: 'confirmed' | 'delivered', start = today) => {
    const item = await make.item({ closet: as.as })
    return `/business/rentals/${(await make.rental({ item, status, start })).id}`
  }
  const [deliverable, due, back] = [
    await rental('confirmed'),
    await rental('delivered', addDays(today, -7)),
    await rental('delivered', addDays(today, -7)),
  ]
  const list = await site.get('/business', as)
  expect(sentencesOf(list, 'main li button[value=deliver]')).toEqual([
    'Failed to update delivery status',
  ])
  expect(new Set(sentencesOf(list, 'main li button[value=record-return]'))).toEqual(
    new Set(['Failed to update return status']),
  )
  await site.post(back, { intent: 'record-return' }, as)
  const keep = { step: 'review', notes: 'Torn hem', keep: '1' }
  const questions = [
    [deliverable, { intent: 'fail-delivery' }, 'Failed to update delivery status'],
    [due, { intent: 'mark-late' }, 'Failed to update return status'],
    [back, { intent: 'keep-deposit', ...keep }, 'Failed to process deposit'],
  ] as const
  for (const [path, fields, sentence] of questions)
    expect(sentencesOf(await site.post(path, fields, as), question), fields.intent).toEqual([
      sentence,
    ])
})

const DEPOSIT_FAILED = 'Error: Failed to create deposit checkout'

test('buttons that pay or top up a deposit say that the checkout failed', async () => {
  const path = `/item/${(await make.item()).id}`
  const dates = { start: addDays(today, 3), end: addDays(today, 9), request_key: newId() }
  const withNone = { as: await make.shopper() }
  const withPart = { as: await make.readyShopper() }
  await withholdPartOfDeposit(db, withPart.as, 1050, clock.now())
  for (const [intent, as] of [
    ['deposit', withNone],
    ['top-up', withPart],
  ] as const) {
    const page = await site.get(path, as)
    expect(sentencesOf(page, `#rent button[value=${intent}]`)).toEqual([DEPOSIT_FAILED])
    expect(sentencesOf(page, `.rent-bar button[value=${intent}]`)).toEqual([DEPOSIT_FAILED])
    const refused = await site.post(path, { intent: 'rent', ...dates }, as)
    expect(sentencesOf(refused, question), intent).toEqual([DEPOSIT_FAILED])
  }
  const credits = await site.get('/credits', withPart)
  expect(sentencesOf(credits, 'button[value=top-up-deposit]')).toEqual([DEPOSIT_FAILED])
})

test('the button that buys a gift says that the checkout failed', async () => {
  const as = { as: await make.shopper() }
  const page = await site.post('/credits', { product: 'gift', return_to: '/credits' }, as)
  expect(sentencesOf(page, question)).toEqual(['Error: Failed to create checkout session'])
})
