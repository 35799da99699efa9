import { beforeEach, expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make } = site

let owner: ClosetOwner
beforeEach(async () => {
  owner = await make.closet()
})

const TITLES = 'sku,title,size,style,occasion,price'
const line = (sku: string, price = '28') => `${sku},Gown ${sku},M,Formal,Wedding,${price}`
const csvOf = (...lines: string[]) => [TITLES, ...lines].join('\n')

async function send(csv: string): Promise<string> {
  const form = new FormData()
  form.append('listings', new File([csv], 'spring.csv'))
  const sent = await site.post('/business/imports', form, { as: owner })
  expect(sent.status).toBe(302)
  return sent.location ?? ''
}

test('a row with cells beyond its titles is refused, and its download keeps them', async () => {
  await make.item({ closet: owner, sku: 'A-1', creditsPerDay: 4 })
  const address = await send(csvOf(line('A-1', '1,400'), line('A-2', '28,')))
  await site.drainJobs()
  const checked = await site.get(address, { as: owner })
  expect(checked.text('main')).toContain('1 new, 0 changed, 1 refused')
  const why =
    'This row has more cells than titles: “400”. Text and numbers that contain commas need quotation marks.'
  expect(checked.text('table tbody')).toContain(why)
  const file = await site.get(`${address}/refused.csv`, { as: owner })
  expect(file.html.split('\r\n').slice(0, 2)).toEqual([
    `${TITLES},why,`.replace('\ufeff', ''),
    `A-1,Gown A-1,M,Formal,Wedding,1,${why},400`,
  ])
  await site.post(address, { intent: 'discard' }, { as: owner })
  const again = await send(file.html)
  await site.drainJobs()
  expect((await site.get(again, { as: owner })).text('main')).toContain(
    '0 new, 0 changed, 1 refused',
  )
})

test('before anything is imported, each row shows its price per week before and after rounding', async () => {
  await make.item({ closet: owner, sku: 'A-2', creditsPerDay: 4 })
  const rows = ['40', '5', '$42.00', 'free'].map((price, n) => line(`A-${n + 1}`, price))
  const address = await send(csvOf(...rows))
  await site.drainJobs()
  const checked = await site.get(`${address}?show=all`, { as: owner })
  const prices = checked
    .$('table tbody')
    .querySelectorAll('tr')
    .map((row) => row.querySelectorAll('td')[3]?.textContent)
  expect(prices).toEqual([
    '42 credits a week40 is rounded up to a multiple of 7. About $42 for renters, you earn $18.90.',
    '7 credits a week5 is rounded up to a multiple of 7. About $7 for renters, you earn $3.15. Now 28.',
    '42 credits a weekAbout $42 for renters, you earn $18.90.',
    'free',
  ])
  const without = await send('sku,title\nA-2,Other title\n')
  await site.drainJobs()
  expect((await site.get(without, { as: owner })).text('table tbody')).toContain(
    '28 credits a week',
  )
})
