import { expect, test } from 'vitest'
import { apiTokenOf } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { generatedClient } from '#test/generated-client.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { app, db, make } = site
const ORIGIN = 'http://localhost:3000'
const peer = '127.0.0.1'

test('a client generated from the document takes rental steps and reads earnings', async () => {
  const document = await app.handle(new Request(`${ORIGIN}/api/openapi.json`), { peer })
  const { client, calls } = await generatedClient(await document.text())
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Green silk gown' })
  const rental = await make.rental({
    item: await make.item({ closet, creditsPerDay: 4 }),
    renter: await make.readyShopper(),
  })
  await updateRows(db, 'rentals', rental.id, { cents_per_credit: 45 })
  const { token } = await apiTokenOf(db, closet)
  client.setConfig({
    baseUrl: `${ORIGIN}/api/v1`,
    auth: () => token,
    fetch: (request: Request) => app.handle(request, { peer }),
  })

  const listed = await calls.listItems({ query: { size: ['M'], sort: 'newest' } })
  expect(listed.data.data.map(({ id }: { id: string }) => id)).toContain(item.id)
  const own = await calls.listListings()
  expect(own.data.data).toHaveLength(2)

  let made = 0
  const step = (body?: object) => ({
    path: { id: rental.id },
    headers: { 'Idempotency-Key': `step-${++made}` },
    ...(body && { body }),
  })
  const { data: requests } = await calls.listRentals({ query: { live: 'true' } })
  expect(requests.data).toMatchObject([{ id: rental.id, steps: ['accept', 'deliver'] }])
  expect((await calls.acceptRental(step())).data.status).toBe('confirmed')
  const delivery = { handover_method: 'meet', note: 'At the door.' }
  expect((await calls.deliverRental(step(delivery))).data.handover_method).toBe('meet')
  const early = await calls.reviewRental(step({ condition_status: 'approved' }))
  expect(early.error).toMatchObject({ status: 409, reason: 'not-yet' })
  expect((await calls.returnRental(step({}))).data.steps).toEqual(['review'])
  const reviewed = await calls.reviewRental(step({ condition_status: 'approved' }))
  expect(reviewed.data.status).toBe('completed')

  const { data: earnings } = await calls.listEarnings()
  expect(earnings.data).toMatchObject([{ kind: 'rental', rental_id: rental.id }])
  const { data: summary } = await calls.getEarningsSummary()
  expect(summary.pending_cents).toBe(earnings.data[0].amount_cents)
})
