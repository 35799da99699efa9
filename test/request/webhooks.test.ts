import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'
import { localNetwork, webhookReceiver } from '#test/webhook-receiver.ts'

const site = await testSite({ webhookNetwork: localNetwork })

async function added() {
  const receiver = await webhookReceiver()
  const closet = await site.make.closet()
  const as = { as: closet }
  const page = await site.get('/business/webhooks', as)
  const answer = await site.submit(page, 'form:has([name=url])', { url: receiver.url }, as)
  const { id } = await readRow(site.db, 'webhook_endpoints', 'id', { owner_id: closet.id })
  return { receiver, closet, as, answer, path: `/business/webhooks/${id}` }
}

test('a secret is shown once, on a page that is never stored', async () => {
  const { answer, as, path } = await added()
  expect(answer.status).toBe(200)
  expect(answer.text('main')).toMatch(/whsec_[A-Za-z0-9+/]{43}=/)
  expect(answer.response.headers.get('cache-control')).toBe('no-store')
  for (const later of ['/business/webhooks', path])
    expect((await site.get(later, as)).html).not.toContain('whsec_')
})

test('an address that cannot be called is refused at its field, and the input stays', async () => {
  const as = { as: await site.make.closet() }
  const page = await site.get('/business/webhooks', as)
  const refused = await site.submit(
    page,
    'form:has([name=url])',
    { url: 'http://closet.example/' },
    as,
  )
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('The URL must start with https://.')
  expect(refused.html).toContain('value="http://closet.example/"')
})

test('a test event is sent, shown in the log and sent again', async () => {
  const { receiver, as, path } = await added()
  const sent = await site.submit(await site.get(path, as), 'form:has([value=test])', {}, as)
  expect(sent.status).toBe(302)
  await site.drainJobs()
  const log = await site.get(path, as)
  expect(log.text('main')).toContain('webhook.test')
  expect(log.text('main')).toContain('HTTP 204')
  await site.submit(log, 'form:has([value=send-again])', {}, as)
  await site.drainJobs()
  expect(receiver.received).toHaveLength(2)
})

test('events sent by hand are limited', async () => {
  const { as, path } = await added()
  const page = await site.get(path, as)
  for (let time = 0; time < 60; time += 1) await site.submit(page, 'form:has([value=test])', {}, as)
  const { count } = await site.db
    .selectFrom('webhook_deliveries')
    .select((read) => read.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await site.submit(page, 'form:has([value=test])', {}, as)
  const after = await site.db
    .selectFrom('webhook_deliveries')
    .select((read) => read.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(after.count).toBe(count)
})

test('other closets do not find an endpoint, and shoppers have no webhooks', async () => {
  const { path } = await added()
  const stranger = { as: await site.make.closet() }
  expect((await site.get(path, stranger)).status).toBe(404)
  for (const intent of ['test', 'rotate', 'delete', 'disable', 'events'])
    expect((await site.post(path, { intent, event: 'rental.late' }, stranger)).status).toBe(404)
  expect((await site.get('/business/webhooks/nonsense', stranger)).status).toBe(404)
  const shopper = await site.get('/business/webhooks', { as: await site.make.shopper() })
  expect(shopper.status).not.toBe(200)
})

test('webhooks are beside the API tokens of an account that has a closet', async () => {
  const { as, path } = await added()
  const tab = 'nav[aria-label="Your account"] a[href="/business/webhooks"]'
  expect((await site.get('/profile/api-tokens', as)).$$(tab)).toHaveLength(1)
  for (const page of ['/business/webhooks', path, '/business/webhooks/guide'])
    expect((await site.get(page, as)).$(tab).getAttribute('aria-current')).toBe('page')
  expect((await site.get('/business', as)).$$('main a[href="/business/webhooks"]')).toEqual([])
  const shopper = await site.get('/profile/api-tokens', { as: await site.make.shopper() })
  expect(shopper.$$(tab)).toEqual([])
})

test('the secret is rotated, the endpoint disabled, enabled and deleted', async () => {
  const { as, path } = await added()
  const asking = await site.get(`${path}?change=rotate`, as)
  const rotated = await site.submit(asking, 'form:has([value=rotate])', {}, as)
  expect(rotated.text('main')).toMatch(/whsec_/)
  expect((await site.get(path, as)).text('main')).toContain('The old secret stays valid until')
  await site.submit(await site.get(path, as), 'form:has([value=disable])', {}, as)
  const disabled = await site.get(path, as)
  expect(disabled.text('main')).toContain(
    'You disabled it. Events that happen until you enable it are not recorded or sent.',
  )
  await site.submit(disabled, 'form:has([value=enable])', {}, as)
  expect((await site.get(path, as)).text('main')).toContain('Send test event')
  await site.submit(await site.get(`${path}?change=delete`, as), 'form:has([value=delete])', {}, as)
  expect((await site.get(path, as)).status).toBe(404)
})

test('an endpoint needs at least one event', async () => {
  const { as, path } = await added()
  const saved = await site.post(path, { intent: 'events', event: 'rental.late' }, as)
  expect(saved.status).toBe(302)
  const refused = await site.post(path, { intent: 'events' }, as)
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('Please choose at least one event.')
})

test('the guide names every event', async () => {
  const as = { as: await site.make.closet() }
  const guide = (await site.get('/business/webhooks/guide', as)).text('main')
  for (const word of ['rental.requested', 'transfer.made', 'review.received', 'webhook-signature'])
    expect(guide).toContain(word)
})
