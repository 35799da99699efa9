import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()
const admin = await site.make.admin()
const other = await site.make.admin({ full_name: 'Ada Other' })
const as = { as: admin }
const month = '/admin/months/2026-03'
site.clock.set(new Date('2026-05-20T12:00:00Z'))
const shopper = await site.make.shopper()
await site.make.credits(shopper, 1240, { now: new Date('2026-03-10T12:00:00Z') })
await site.make.deposit(shopper, { paidAt: new Date('2026-03-31T12:00:00Z') })

test('a month shows what it closes with, the same as its file, and any of its days', async () => {
  const page = await site.get(month, as)
  expect(page.text('h1')).toBe('Mar 2026')
  expect(page.text('main')).toContain('1,240')
  const lines = async (path: string) => (await site.get(path, as)).html
  expect(await lines(`${month}/csv`)).toContain('Credits,Closing,1240,0.00')
  expect(await lines(`${month}/csv`)).toContain('Deposits,Closing,,50.00')
  expect(await lines(`${month}/csv?day=2026-03-30`)).toContain('Deposits,Closing,,0.00')
  const chosen = await site.get('/admin/months?day=2026-03-30', as)
  expect(chosen.location).toBe(`${month}?day=2026-03-30`)
  expect((await site.get(`${month}?day=2026-03-30`, as)).text('main')).toContain('On Mar 30, 2026')
})

test('a month is listed by closet, below what they add up to, and the same as its file', async () => {
  const closet = await site.make.closet({ full_name: 'Cleo Closet' })
  await site.make.correction(closet, { cents: 1200, at: new Date('2026-03-10T12:00:00Z') })
  await site.make.correction(closet, { cents: -200, at: new Date('2026-03-31T12:00:00Z') })
  const rows = async (path: string) => {
    const page = await site.get(path, as)
    return page.$$('main tbody tr').map((row) => row.text.replaceAll(/\s+/g, ' ').trim())
  }
  const link = (await site.get(month, as)).$('main a[href$="/closets"]').getAttribute('href')
  expect(await rows(link ?? '')).toEqual([
    'All closets$0.00$0.00 earned+$10.00$0.00$10.00',
    `Cleo Closet${closet.email}$0.00$0.00$0.00+$10.00$0.00$10.00`,
  ])
  expect((await rows(`${month}/closets?day=2026-03-30`))[1]).toContain('+$12.00')
  const page = await site.get(`${month}/closets`, as)
  const file = page.$('a[href^="/admin/export/balances"]').getAttribute('href') ?? ''
  expect((await site.get(file, as)).html).toContain(
    `Cleo Closet,${closet.email},NY,0.00,0.00,0.00,10.00,0.00,10.00`,
  )
  expect((await site.get('/admin/months/2026-02/closets', as)).text('main')).toContain(
    'No closets yet',
  )
})

test('a day that does not exist or is in the future is refused, and stays typed', async () => {
  const page = await site.get('/admin/months?day=2999-01-01', as)
  expect(page.status).toBe(400)
  expect(page.$('[name=day]').getAttribute('value')).toBe('2999-01-01')
  expect(page.text('main')).toContain('Please choose a day that is not in the future.')
  for (const path of [
    '/admin/months/2026-13',
    '/admin/months/2026-06/closets',
    '/admin/months/2026-06',
    `${month}?day=2026-04-01`,
  ])
    expect((await site.get(path, as)).status, path).toBe(404)
})

test('of two admins who close a month, the second one reads who was first', async () => {
  const question = await site.get(`${month}?ask=close`, as)
  expect(question.text('dialog[open]')).toContain('begin with the first month that you need')
  const late = await site.get(`${month}?ask=close`, { as: other })
  await site.submit(late, 'dialog form[method=post]', {}, { as: other })
  await site.submit(question, 'dialog form[method=post]', {}, as)
  const closed = await site.get(month, as)
  expect(closed.text()).toContain('Ada Other has already closed this month.')
  expect(closed.text('main')).toContain('by Ada Other')
  expect(closed.has('a[href$="ask=close"]')).toBe(false)
  const open = await site.get('/admin/months/2026-05?ask=close', as)
  expect(open.has('dialog')).toBe(false)
  const before = await site.get('/admin/months/2026-02', as)
  expect(before.text('main')).toContain('Before the first month that was closed')
  const next = await site.get('/admin/months/2026-04?ask=close', as)
  expect(next.text('dialog[open]')).not.toContain('first month that you need')
})
