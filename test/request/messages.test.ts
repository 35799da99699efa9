import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { imageWidths } from '#domain/shared/image-address.ts'
import { testSite } from '#test/app.ts'
import { sendPhoto } from '#test/make/send-photo.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const { make, db, clock } = site
const SECRET = 'Meet me at the old mill'

const [shopper, closet] = [await make.shopper(), await make.closet()]
const item = await make.item({ closet })
const rental = await make.rental({ item, renter: shopper })
const words = [SECRET, `${SECRET}, gladly`]
const conversation = await make.conversation({ item, shopper, closet, words, now: clock.now() })
const address = `/messages/${conversation.id}`
const image = await sendPhoto(site, shopper, address)
await site.post(address, { body: SECRET, form_key: newId() }, { as: closet })
clock.advance({ hours: 2 })
await site.drainJobs()

test('no address shows a message or its photo to anyone but the two people', async () => {
  const places = addressesIn(readSiteMap(inject('buildDirectory')))
  const mails = await readRows(db, 'mail_outbox', 'id', { template: 'unread-messages' })
  expect(mails.length).toBe(2)
  const message = await db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`cardinality(image_ids) = 1`)
    .executeTakeFirstOrThrow()
  // Each address is tried with ids of its own kind and with those of the message and its photo.
  const always = [conversation.id, message.id, image]
  const kinds: readonly (readonly [RegExp, readonly string[]])[] = [
    [/item|listing/, [item.id]],
    [/rental|appeal|return/, [rental.id]],
    [/user|closet/, [shopper.id, closet.id]],
    [/mail/, mails.map(({ id }) => id)],
  ]
  const idsFor = (path: string) => [
    ...always,
    ...kinds.flatMap(([kind, ids]) => (kind.test(path) ? ids : [])),
  ]
  // The parameters `message` and `image` get their own ids, other parameters the tried one.
  const named: Record<string, string> = { message: message.id, image }
  const pages = new Set<string>()
  const paths = places.flatMap(({ path, isPage }) => {
    const full = /[:*]/.test(path)
      ? idsFor(path).map((id) =>
          path.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? id).replace('*', id),
        )
      : [path]
    if (isPage) for (const one of full) pages.add(one)
    return full
  })
  // A page's data has all that it shows, and takes half the time. Files have no data.
  const contentOf = (path: string) => (pages.has(path) && path !== '/' ? `${path}.data` : path)
  paths.push(`/images/${image}`, ...imageWidths.map((width) => `/images/${image}?w=${width}`))
  expect(paths.length).toBeGreaterThan(200)
  const seenBy = async (as: Person | null, among: readonly string[]) => {
    const seen: string[] = []
    for (const path of among) {
      const { html, response } = await site.get(contentOf(path), { as })
      if (response.headers.get('content-type') === 'image/webp' || html.includes(SECRET))
        seen.push(path)
    }
    return seen
  }
  const others = [null, await make.shopper(), await make.closet(), await make.admin()]
  for (const as of others) expect(await seenBy(as, paths), as?.accountType ?? 'visitor').toEqual([])
  const both = ['/messages', address, `${address}/photos/${message.id}/${image}`]
  const forShopper = [...both, `/my-rentals/${rental.id}`, '/profile/your-data.json']
  const forCloset = [...both, `/business/rentals/${rental.id}`]
  expect(paths).toEqual(expect.arrayContaining([...forShopper, ...forCloset]))
  expect(await seenBy(shopper, forShopper)).toEqual(forShopper)
  expect(await seenBy(closet, forCloset)).toEqual(forCloset)
})

test('a visitor asks after signing in, and sees the conversation', async () => {
  const asking = `/messages?item=${item.id}`
  const page = await site.get(`/item/${item.id}`)
  expect(page.has(`a[href="${asking}"]`)).toBe(true)
  const sentTo = (await site.get(asking)).location
  expect(sentTo).toBe(`/auth?return_to=${encodeURIComponent(asking)}`)
  const newcomer = await make.shopper()
  const form = await site.get(asking, { as: newcomer })
  const sent = await site.submit(form, 'main form', { body: 'Is it lined?' }, { as: newcomer })
  expect(sent.location).toMatch(/^\/messages\/[-0-9a-f]+\?sent=/)
  expect((await site.get(asking, { as: newcomer })).location).toBe(
    `${sent.location?.split('?')[0]}#newest`,
  )
  expect((await site.get(asking, { as: await make.admin() })).status).toBe(404)
  expect((await site.get(asking, { as: closet })).status).toBe(404)
})

test('a form without a script that is sent twice sends one message', async () => {
  const page = await site.get(address, { as: shopper })
  const form = {
    body: 'Only once',
    form_key: page.$('input[name=form_key]').getAttribute('value') ?? '',
  }
  for (const _ of [1, 2]) await site.post(address, form, { as: shopper })
  const found = await readRows(db, 'messages', 'id', { body: 'Only once' })
  expect(found.length).toBe(1)
})

test('a refused message keeps its text', async () => {
  const empty = await site.post(address, { body: ' ' }, { as: shopper })
  expect(empty.status).toBe(400)
  expect(empty.text('main')).toContain('Please write a message.')
  const long = 'x'.repeat(2001)
  const page = await site.post(address, { body: long }, { as: shopper })
  expect(page.text('main')).toContain('Please keep it to 2,000 characters.')
  expect(page.$('textarea[name=body]').textContent).toContain(long)
})

test('unread messages are marked until they are read', async () => {
  const { id, closet: owner } = await make.conversation({ now: clock.now() })
  const dot = async () =>
    (await site.get('/about', { as: owner })).text('header').includes('New messages')
  expect(await dot()).toBe(true)
  const page = await site.get(`/messages/${id}`, { as: owner })
  expect(await dot()).toBe(true)
  const read = await site.submit(page, 'main form:has([value=read])', {}, { as: owner })
  expect(read.location).toBe(`/messages/${id}#newest`)
  expect(await dot()).toBe(false)
})

test('an open page is notified of changes in its own conversation only', async () => {
  const state = `/messages/state?conversation=${conversation.id}`
  const version = async (as: typeof shopper | typeof closet) => (await site.get(state, { as })).html
  const before = await version(shopper)
  expect(await version(shopper)).toBe(before)
  await make.conversation()
  const stranger = await make.shopper()
  const theirs = await version(stranger)
  expect(await version(shopper)).toBe(before)
  await site.post(address, { body: 'Something new' }, { as: closet })
  expect(await version(shopper)).not.toBe(before)
  expect(await version(stranger)).toBe(theirs)
})

test('people may send 30 messages in ten minutes and start 10 conversations an hour', async () => {
  const busy = await make.shopper()
  const { id } = await make.conversation({
    shopper: busy,
    closet,
    item: await make.item({ closet }),
  })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++)
    statuses.push((await site.post(`/messages/${id}`, { body: `${n}` }, { as: busy })).status)
  expect(statuses).toEqual([...Array(30).fill(302), 429])
  const refused = await site.post(`/messages/${id}`, { body: 'More' }, { as: busy })
  expect(refused.text('main')).toContain('Please wait a few minutes before you write again.')
  expect(refused.$('textarea[name=body]').textContent).toContain('More')
  const photo = await make.image({ owner_id: busy.id, use: 'message', attached_at: null })
  const onlyPhoto = { body: '', photos: photo.id }
  expect((await site.post(`/messages/${id}`, onlyPhoto, { as: busy })).status).toBe(429)
  const items = await Promise.all(Array.from({ length: 11 }, () => make.item({ closet })))
  const opened = async (person: typeof shopper) => {
    let count = 0
    for (const { id: about } of items) {
      const sent = await site.post(`/messages?item=${about}`, { body: 'Hi' }, { as: person })
      if (sent.status === 302) count++
    }
    return count
  }
  expect(await opened(await make.shopper())).toBe(10)
  expect(await opened(await make.shopper({ email_verified: false }))).toBe(3)
})

test('an admin reads a reported conversation by a form, and it is in the audit log', async () => {
  const admin = await make.admin()
  const { lastOfShopper, closet: owner } = await make.conversation({ words: [SECRET] })
  if (!lastOfShopper) throw new Error('no message')
  const reading = `/admin/conversations/${lastOfShopper}`
  expect((await site.get(reading, { as: admin })).status).toBe(404)
  expect((await site.post(reading, {}, { as: admin })).status).toBe(404)
  await make.messageReport(owner, lastOfShopper)
  const page = await site.get(reading, { as: admin })
  expect(page.html).not.toContain(SECRET)
  const read = await site.submit(page, 'main form[method=post]', {}, { as: admin })
  expect(read.text('main')).toContain(SECRET)
  const lines = await readRows(db, 'audit_log', 'action', { actor_id: admin.id })
  expect(lines).toEqual([{ action: 'read conversation' }])
})

test('an admin removes a reported message, and a withdrawn one can be reported', async () => {
  const admin = await make.admin()
  const talk = await make.conversation({ words: [SECRET, 'Never ask again.', 'Goodbye.'] })
  const { id, shopper, closet: owner, lastOfShopper } = talk
  if (!lastOfShopper) throw new Error('no message')
  await make.messageReport(owner, lastOfShopper)
  const path = `/admin/conversations/${lastOfShopper}`
  const read = await site.submit(
    await site.get(path, { as: admin }),
    'main form[method=post]',
    {},
    { as: admin },
  )
  expect(read.html.match(/href="[^"]*remove=/g)).toHaveLength(3)
  const dialog = await site.get(`${path}?remove=${lastOfShopper}`, { as: admin })
  expect(dialog.html).not.toContain(SECRET)
  const unsaid = await site.submit(dialog, 'dialog form', {}, { as: admin })
  expect(unsaid.status).toBe(400)
  const reason = { reason: 'It insults somebody.' }
  const removed = await site.submit(dialog, 'dialog form', reason, { as: admin })
  expect(removed.status).toBe(302)
  const theirs = await site.get(`/messages/${id}`, { as: owner })
  expect(theirs.text('main')).toContain('This message was removed by Hemline.')
  expect(theirs.text('main')).not.toContain('Goodbye.')
  expect((await site.get(path, { as: shopper })).status).not.toBe(200)

  const first = await readRow(db, 'messages', 'id', { conversation_id: id, writer_id: owner.id })
  await db
    .updateTable('messages')
    .set((set) => ({ withdrawn_at: set.ref('written_at') }))
    .where('id', '=', first.id)
    .execute()
  await db.updateTable('conversations').set({ shopper_unread: 0 }).where('id', '=', id).execute()
  const withdrawn = await site.get(`/messages/${id}`, { as: shopper })
  expect(withdrawn.text('main')).toContain('This message was unsent.')
  expect(withdrawn.html).toContain(`/report?noun=message&amp;id=${first.id}`)
})

test('withdrawing a message warns that an email already sent cannot be withdrawn', async () => {
  const asking = await make.shopper()
  const { id, lastOfShopper } = await make.conversation({ shopper: asking, now: clock.now() })
  const dialog = await site.get(`/messages/${id}?withdraw=${lastOfShopper}`, { as: asking })
  expect(dialog.text('dialog[open]')).toContain('will keep the email if we have already sent one')
})

test('conversations of others are not found by any request', async () => {
  const stranger = await make.shopper()
  const seen = await readRow(db, 'messages', 'id', { conversation_id: conversation.id })
  const forms: Record<string, string>[] = [
    { body: 'Hi' },
    { intent: 'read', seen: seen.id },
    { intent: 'withdraw', message: seen.id },
  ]
  for (const as of [stranger, await make.admin()]) {
    for (const form of forms) expect((await site.post(address, form, { as })).status).toBe(404)
    const state = { conversation: conversation.id, seen: seen.id }
    expect((await site.post('/messages/state', state, { as })).status).toBe(404)
    expect((await site.get(address, { as })).status).toBe(404)
  }
  expect((await site.get(`/messages/${newId()}`, { as: shopper })).status).toBe(404)
})

test('only the person who has blocked the other one is offered to unblock', async () => {
  const [asking, lister] = [await make.shopper(), await make.closet({ full_name: 'Rosa Vintage' })]
  const { id } = await make.conversation({ shopper: asking, closet: lister, now: clock.now() })
  await site.post(`/block?id=${lister.id}`, {}, { as: asking })
  const menu = async (as: typeof asking | typeof lister) =>
    (await site.get(`/messages/${id}`, { as })).text('main details')
  expect(await menu(asking)).toBe('Unblock Rosa Vintage')
  expect(await menu(lister)).toBe(`Block ${asking.fullName}`)
})
