import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { disabledTopics } from '#domain/outbound/notify/mail-choices.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site

test('mail programs unsubscribe with a request without a session, people by a button', async () => {
  const shopper = await make.shopper()
  const linkFor = (topic: 'waitlist' | 'messages') => {
    const wanted = { personId: shopper.id, topic }
    return unsubscribeAddress(site.settings.sessionSecret, '', wanted)
  }
  const oneClick = { 'List-Unsubscribe': 'One-Click' }
  const opened = await site.get(linkFor('waitlist'))
  expect(opened.text('main button')).toBe('Unsubscribe')
  expect(await disabledTopics(db, shopper)).toEqual([])
  const posted = await site.stranger().post(linkFor('waitlist'), oneClick)
  expect([posted.status, posted.text('h1')]).toEqual([200, 'You are unsubscribed'])
  expect(await disabledTopics(db, shopper)).toEqual(['waitlist'])
  const pressed = await site.submit(await site.get(linkFor('messages')), 'main form', {})
  expect(pressed.text('h1')).toBe('You are unsubscribed')
  expect(await disabledTopics(db, shopper)).toEqual(['messages', 'waitlist'])

  const wrong = linkFor('waitlist').replace('topic=waitlist', 'topic=digest')
  expect((await site.get(wrong)).status).toBe(410)
  expect((await site.post(wrong, oneClick)).status).toBe(410)
  expect(await disabledTopics(db, shopper)).toEqual(['messages', 'waitlist'])
})

test('the account settings show and change the choices that concern the person', async () => {
  const [shopper, closet] = [await make.shopper(), await make.closet()]
  const path = '/profile/notifications'
  const shown = async (as: Person) =>
    (await site.get(path, { as })).$$('[name=shown]').map((field) => field.getAttribute('value'))
  expect(await shown(shopper)).toEqual(['messages', 'reviews', 'waitlist', 'announcements'])
  expect(await shown(closet)).toEqual([
    'messages',
    'reviews',
    'waitlist',
    'digest',
    'announcements',
  ])
  const form = { shown: 'waitlist' }
  expect((await site.post(path, form, { as: shopper })).location).toBe(path)
  expect(await disabledTopics(db, shopper)).toEqual(['waitlist'])
  const page = await site.get(path, { as: shopper })
  expect(page.$('[value=waitlist][type=checkbox]').hasAttribute('checked')).toBe(false)
  await site.post(path, { ...form, on: 'waitlist' }, { as: shopper })
  expect(await disabledTopics(db, shopper)).toEqual([])
})

test('the local outbox shows emails with the link that turns them off', async () => {
  const shopper = await make.shopper()
  const message: Email = {
    template: 'waitlist-offer',
    subject: 'Free',
    paragraphs: ['It is.'],
  }
  const mail = { ...message, to: shopper.email, recipientId: shopper.id }
  await inTransaction(db, (tx) => notify(tx, mail, site.clock.now()))
  const { id } = await readRow(db, 'mail_outbox', 'id', { recipient_id: shopper.id })
  const page = await site.get(`/dev/mail?message=${id}`)
  const { pathname, search } = new URL(
    page.$('main a[href*="/unsubscribe?"]').getAttribute('href') ?? '',
  )
  await site.submit(await site.get(pathname + search), 'main form', {})
  expect(await disabledTopics(db, shopper)).toEqual(['waitlist'])
})
