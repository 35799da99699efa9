import { expect, test } from 'vitest'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testSite } from '#test/app.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site

async function people() {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  return { closet, renter, admin: await make.admin() }
}

const block = ({ id }: ClosetOwner) =>
  updateRows(db, 'user_profiles', id, { account_type: 'regular', business_status: 'blocked' })

test('an appeal that a blocked closet cannot answer says that Hemline answers', async () => {
  const { closet, renter, admin } = await people()
  const parties = { closet, renter, title: 'Emerald gown' }
  const open = await appealedRental(db, { ...parties, until: 'filed' }, clock.now())
  const other = { closet, renter: await make.shopper(), until: 'withheld' } as const
  const unfiled = await appealedRental(db, other, clock.now())
  await block(closet)
  const answer = 'Hemline can answer for Rosa Vintage until '
  const mine = await site.get(`/my-rentals/${open}`, { as: renter })
  expect(mine.text('#appeal')).toContain(answer)
  for (const path of [`/admin/rentals/${open}`, `/admin/appeals/${open}`])
    expect((await site.get(path, { as: admin })).text('main')).toContain(answer)
  const before = await site.get(`/my-rentals/${unfiled}`, { as: other.renter })
  expect(before.text('#appeal')).toContain(
    'Hemline has 72 hours to answer for Rosa Vintage, and will then decide within five days.',
  )
})

test('a return request that a blocked closet cannot answer says that Hemline answers', async () => {
  const { closet, renter, admin } = await people()
  const at = async (until: 'delivered' | 'requested' | 'accepted') => {
    const who = until === 'requested' ? renter : await make.shopper()
    const id = await requestedReturn(db, { closet, renter: who, until }, clock.now())
    return { id, page: () => site.get(`/my-rentals/${id}`, { as: who }) }
  }
  const [open, unasked, accepted] = [
    await at('requested'),
    await at('delivered'),
    await at('accepted'),
  ]
  await block(closet)
  const answer = 'Hemline can accept or contest it for Rosa Vintage until '
  expect((await open.page()).text('#return-request')).toContain(answer)
  for (const path of [`/admin/rentals/${open.id}`, `/admin/returns/${open.id}`])
    expect((await site.get(path, { as: admin })).text('main')).toContain(answer)
  const form = (await site.get(`/admin/rentals/${open.id}`, { as: admin })).text('#return-request')
  expect(form).toContain('The closet will be paid for two days.')
  expect((await unasked.page()).text('#return-request')).toContain(
    'Hemline has 72 hours to accept or contest it for Rosa Vintage; without an answer',
  )
  expect((await accepted.page()).text('#return-request')).toContain(
    'credits back once Hemline has recorded the return.',
  )
})
