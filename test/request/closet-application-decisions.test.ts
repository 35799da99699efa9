import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { testSite } from '#test/app.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { applicationForm, applicationsOn } from './application-form.ts'

const site = await testSite()
const { make } = site
const city = await make.city({ name: 'Austin', state: 'TX' })

const filledIn = (more: Parameters<typeof applicationForm>[1] = {}) =>
  applicationForm(city.id, more)

const { statusOf, applicationOf, mailsTo } = applicationsOn(site)

test('every admin gets one email about a new application, with a link to it', async () => {
  const own = await testSite()
  const admins = [await own.make.admin(), await own.make.admin()]
  await own.make.closet()
  const person = await own.make.shopper()
  const { id: cityId } = await own.make.city({ name: 'Austin', state: 'TX' })
  const form = () => filledIn({ full_name: 'Nora Quist', city: cityId })
  // The second application is refused, without an email.
  for (let time = 0; time < 2; time++) await own.post('/business-apply', form(), { as: person })
  await own.drainJobs()
  const mails = await readRows(own.db, 'mail_outbox', ['to_address', 'subject', 'text_body'], {
    template: 'admin-application',
  })
  expect(mails.map(({ to_address }) => to_address).sort()).toEqual(
    admins.map(({ email }) => email).sort(),
  )
  for (const { subject, text_body } of mails) {
    expect(subject).toBe('New application from Nora Quist')
    expect(text_body).toContain('Nora Quist from Austin, TX has applied for a business account.')
    const link = /^http\S+\/admin\/applications$/m.exec(text_body)?.[0] ?? ''
    const { pathname } = new URL(link)
    const page = await own.get(pathname, { as: admins[0] ?? null })
    expect(page.text('main')).toContain('Nora Quist')
  }
})

test('when two admins decide at once, one decision counts and the other admin is told', async () => {
  const person = await make.shopper()
  await site.post('/business-apply', filledIn(), { as: person })
  const { id } = await applicationOf(person.id)
  const [one, two] = [await make.admin(), await make.admin()]
  await Promise.all([
    site.post('/admin/applications', { application: id, intent: 'approve' }, { as: one }),
    site.post(
      '/admin/applications',
      { application: id, intent: 'deny', reason: 'No.' },
      { as: two },
    ),
  ])
  const shown = await Promise.all(
    [one, two].map(async (as) => (await site.get('/admin/applications', { as })).text()),
  )
  expect(shown.filter((text) => /This application has already been/.test(text))).toHaveLength(1)
  expect(await mailsTo(person.email)).toHaveLength(2)
  const { status } = await applicationOf(person.id)
  expect((await statusOf(person.id)).business_status).toBe(status)
})

test('an application of a blocked account is not approved, but can be denied', async () => {
  const as = { as: await make.admin() }
  const person = await make.shopper()
  await site.post('/business-apply', filledIn(), { as: person })
  const { id } = await applicationOf(person.id)
  await updateRows(site.db, 'user_profiles', person.id, {
    blocked_at: site.clock.now(),
    blocked_reason: 'Fraud',
  })
  await site.post('/admin/applications', { application: id, intent: 'approve' }, as)
  const list = await site.get('/admin/applications', as)
  expect(list.text()).toContain('This account is blocked. Unblock it first.')
  expect((await applicationOf(person.id)).status).toBe('pending')
  expect((await statusOf(person.id)).business_status).toBe('pending')
  const denied = { application: id, intent: 'deny', reason: 'Fraud.' }
  await site.post('/admin/applications', denied, as)
  expect((await applicationOf(person.id)).status).toBe('denied')
})

test('with no applications at all, the list says so under every filter', async () => {
  const empty = await testSite()
  const admin = await empty.make.admin()
  for (const path of ['/admin/applications', '/admin/applications?status=all']) {
    const page = await empty.get(path, { as: admin })
    expect(page.status).toBe(200)
    expect(page.text('main')).toContain('No business applications yet')
  }
})

test('when every application is decided, the review list says that none are left', async () => {
  const own = await testSite()
  const as = { as: await own.make.admin() }
  const person = await own.make.shopper()
  const { id: cityId } = await own.make.city({ name: 'Austin', state: 'TX' })
  await own.post('/business-apply', filledIn({ city: cityId }), { as: person })
  const { id } = await applicationsOn(own).applicationOf(person.id)
  await own.post('/admin/applications', { application: id, intent: 'approve' }, as)
  const page = await own.get('/admin/applications', as)
  expect(page.text('section[aria-label=Messages]')).toMatch(
    /^Approved Nora Quist. The applicant will get an email./,
  )
  const list = page.text('main')
  expect(list).toContain('No applications to review')
  expect(list).not.toContain('No business applications yet')
})

test('denying asks first and needs a reason; the input stays', async () => {
  const as = { as: await make.admin() }
  const person = await make.shopper()
  await site.post('/business-apply', filledIn(), { as: person })
  const { id } = await applicationOf(person.id)
  const list = await site.get('/admin/applications', as)
  const confirmation = await site.get(
    list.$(`a[href*="deny=${id}"]`).getAttribute('href') ?? '',
    as,
  )
  expect(confirmation.text('dialog[open] h2')).toContain('application?')
  const refused = await site.submit(confirmation, 'dialog form[method=post]', { reason: ' ' }, as)
  expect(refused.status).toBe(400)
  expect(refused.text('dialog[open]')).toContain('Please give a reason.')
  expect(await mailsTo(person.email)).toEqual(['application-received'])
  const denied = await site.submit(refused, 'dialog form[method=post]', { reason: 'Later.' }, as)
  expect(denied.location).toMatch(/^\/admin\/applications/)
  expect((await applicationOf(person.id)).denial_reason).toBe('Later.')
  for (const question of ['deny', 'approve']) {
    const late = await site.get(`/admin/applications?${question}=${id}`, as)
    expect(late.text('main')).toContain('This application is no longer waiting for review.')
  }
})

test('approving an applicant without a confirmed email asks for confirmation', async () => {
  const as = { as: await make.admin() }
  const person = await make.shopper({ email_verified: false })
  await site.post('/business-apply', filledIn(), { as: person })
  const { id } = await applicationOf(person.id)
  const list = await site.get('/admin/applications', as)
  expect(list.text('main')).toContain('Email not confirmed')
  const confirmation = await site.get(
    list.$(`a[href*="approve=${id}"]`).getAttribute('href') ?? '',
    as,
  )
  expect(confirmation.text('dialog[open] h2')).toContain('without a confirmed email?')
  await site.submit(confirmation, 'dialog form[method=post]', {}, as)
  expect((await applicationOf(person.id)).status).toBe('approved')
})

test('an approved closet has the phone and Instagram of its application, unless its profile has its own', async () => {
  const profileOf = (id: PersonId) =>
    site.db
      .selectFrom('user_profiles')
      .select(['phone', 'instagram_handle'])
      .where('id', '=', id)
      .executeTakeFirst()
  const admin = await make.admin()
  const approved = async (person: Awaited<ReturnType<typeof make.shopper>>) => {
    const form = filledIn({ contact_phone: '(512) 555-0142', instagram: '@ann.archer' })
    await site.post('/business-apply', form, { as: person })
    const { id } = await applicationOf(person.id)
    await site.post('/admin/applications', { application: id, intent: 'approve' }, { as: admin })
    return profileOf(person.id)
  }
  expect(await approved(await make.shopper())).toEqual({
    phone: '(512) 555-0142',
    instagram_handle: 'ann.archer',
  })
  const own = { phone: '(512) 555-0199', instagram_handle: 'ann.at.home' }
  expect(await approved(await make.shopper(own))).toEqual(own)
})

test('admins see the name of the account if it is not that of the application', async () => {
  const admin = await make.admin()
  const [same, other] = [
    await make.shopper({ full_name: 'Nora Quist' }),
    await make.shopper({ full_name: 'The Other Room' }),
  ]
  for (const person of [same, other])
    await site.post('/business-apply', filledIn({ full_name: 'Nora Quist' }), { as: person })
  const page = await site.get('/admin/applications', { as: admin })
  const factsOf = ({ id }: { readonly id: PersonId }) =>
    page.text(`main li:has(a[href="/admin/users/${id}"]) dl`)
  expect(factsOf(same)).not.toContain('Account name')
  expect(factsOf(other)).toContain('Account nameThe Other Room')
})
