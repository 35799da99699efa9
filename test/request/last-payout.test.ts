import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const path = '/profile/your-data'

test('a closet that leaves gets its last payout, and the page says so', async () => {
  const closet = await make.closet()
  const as = { as: closet }
  const form = 'form:has([value=last-payout])'
  expect((await site.get(path, as)).$$(form)).toEqual([])
  await make.correction(closet, { cents: 340, at: clock.now() })
  const page = await site.get(path, as)
  expect(page.text('#delete')).toContain('We still owe you money for your rentals.')
  const early = await site.submit(page, form, {}, as)
  expect((await site.get(early.location ?? '', as)).html).toContain('Stripe cannot pay you yet.')
  await make.payoutAccount(closet, { at: clock.now() })
  const sent = await site.submit(page, form, {}, as)
  const next = await site.get(sent.location ?? '', as)
  expect(next.html).toContain('We are sending you $3.40.')
  expect(next.text('#delete')).toContain('Your payout is on its way.')
  const transfers = await db.selectFrom('transfers').select(['amount_cents', 'final']).execute()
  expect(transfers).toEqual([{ amount_cents: 340, final: true }])
})
