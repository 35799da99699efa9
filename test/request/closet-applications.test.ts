import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { applicationForm, applicationsOn, photo } from './application-form.ts'

const site = await testSite()
const { make, db } = site
const city = await make.city({ name: 'Austin', state: 'TX' })
const other = await make.city({ name: 'Boston', state: 'MA', is_active: false })

const filledIn = (more: Parameters<typeof applicationForm>[1] = {}) =>
  applicationForm(city.id, more)

const { statusOf, applicationOf, mailsTo } = applicationsOn(site)

test('without a script a shopper applies and becomes an approved closet', async () => {
  const person = await make.shopper()
  const sent = await site.post('/business-apply', filledIn(), { as: person })
  expect([sent.status, sent.location]).toEqual([302, '/business-apply'])
  const application = await applicationOf(person.id)
  expect(application).toMatchObject({
    full_name: 'Nora Quist',
    city: 'Austin',
    state: 'TX',
    instagram: 'noras.rail',
    driving_distance: '15 miles',
    status: 'pending',
  })
  expect(application.outfit_images).toHaveLength(2)
  const images = await db
    .selectFrom('images')
    .select(['attached_at', 'width', 'height'])
    .where('id', 'in', application.outfit_images)
    .execute()
  expect(
    images.every(({ attached_at, width, height }) => attached_at && height === width * 2),
  ).toBe(true)
  const card = await site.get('/business-apply', { as: person })
  expect(card.text('main')).toContain(
    'Your application is under review. You will be notified once approved.',
  )
  expect(card.has('[name=driving_distance]')).toBe(false)

  const admin = await make.admin()
  const tab = await site.get('/admin/applications', { as: admin })
  for (const shown of ['Nora Quist', person.email, '512 555 0100', '@noras.rail', '15 miles'])
    expect(tab.text('main')).toContain(shown)
  expect(tab.text('main')).toContain('Austin, TX')
  expect(tab.text('main')).toContain('Evenings, near the station.')
  const decide = { application: application.id, intent: 'approve' }
  await site.post('/admin/applications', decide, { as: admin })
  expect(await statusOf(person.id)).toEqual({
    account_type: 'business',
    business_status: 'approved',
    city: 'Austin',
    state: 'TX',
  })
  const approved = await applicationOf(person.id)
  expect([approved.status, approved.reviewed_by]).toEqual(['approved', admin.id])
  expect(approved.reviewed_at).not.toBeNull()
  expect(await mailsTo(person.email)).toEqual(['application-approved', 'application-received'])
  const now = await site.get('/business-apply', { as: person })
  expect(now.text('main')).toContain(
    'Your business account is active! You can start uploading items.',
  )
  expect(now.$('main a[href="/business"]').textContent).toBe('Go to Business Dashboard')
  expect((await site.get('/business', { as: person })).text('h1')).toBe('My Closet')
})

test('a denied applicant sees the reason, and can apply again after 30 days', async () => {
  const person = await make.shopper()
  await site.post('/business-apply', filledIn(), { as: person })
  const { id } = await applicationOf(person.id)
  await site.post(
    '/admin/applications',
    {
      application: id,
      intent: 'deny',
      template: 'We do not cover your area yet.',
      reason: 'Try in spring.',
    },
    { as: await make.admin() },
  )
  expect(await statusOf(person.id)).toMatchObject({
    account_type: 'regular',
    business_status: 'denied',
  })
  expect(await mailsTo(person.email)).toEqual(['application-denied', 'application-received'])
  const card = await site.get('/business-apply', { as: person })
  expect(card.text('main')).toContain(
    'Your application was denied. Please contact support for more information.',
  )
  const REASON = 'We do not cover your area yet. Try in spring.'
  expect(card.text('main')).toContain(`Reason: ${REASON}`)
  expect(card.text('main')).toContain('You can apply again from')
  expect(card.has('a[href="/business-apply?again=yes"]')).toBe(false)
  const message = await readRow(db, 'mail_outbox', 'text_body', {
    template: 'application-denied',
    recipient_id: person.id,
  })
  expect(message.text_body).toContain(REASON)
  const mine = db.selectFrom('business_applications').select('id').where('user_id', '=', person.id)
  await site.post('/business-apply', filledIn(), { as: person })
  expect(await mine.execute()).toHaveLength(1)

  await updateRows(db, 'business_applications', id, {
    reviewed_at: new Date(site.clock.now().getTime() - 30 * 86_400_000),
  })
  const later = await site.get('/business-apply', { as: person })
  expect(later.text('main')).toContain('You can apply again.')
  expect((await site.get('/business-apply?again=yes', { as: person })).has('[name=city]')).toBe(
    true,
  )
  await site.post('/business-apply?again=yes', filledIn(), { as: person })
  expect(await mine.execute()).toHaveLength(2)
  expect(await statusOf(person.id)).toMatchObject({ business_status: 'pending' })
})

test('two simultaneous applications of one person become one', async () => {
  const person = await make.shopper()
  await Promise.all([1, 2, 3].map(() => site.post('/business-apply', filledIn(), { as: person })))
  const rows = await readRows(db, 'business_applications', 'id', { user_id: person.id })
  expect(rows).toHaveLength(1)
})

test.for([
  ['full_name', '', 'Please enter your full name.'],
  ['city', '', 'Please select a valid city'],
  ['city', 'Austin', 'Please select a valid city'],
  ['city', other.id, 'Please select a valid city'],
  ['instagram', '', 'Please enter your Instagram username.'],
  ['driving_distance', '50 miles', 'Please choose a driving distance.'],
  ['meeting_flexibility', '', 'Please tell us when and where you can meet.'],
  ['contact_phone', '', 'Please enter a phone number.'],
] as const)('%s "%s" is refused, and nothing typed is lost', async ([field, value, sentence]) => {
  const person = await make.shopper()
  const answer = await site.post('/business-apply', filledIn({ [field]: value }), { as: person })
  expect(answer.status).toBe(400)
  expect(answer.text('main')).toContain(sentence)
  expect(answer.$(`[name=${field}]`).getAttribute('aria-invalid')).toBe('true')
  if (field !== 'meeting_flexibility')
    expect(answer.$('[name=meeting_flexibility]').textContent).toBe('Evenings, near the station.')
  // The photos were stored and need not be chosen again.
  const stored = answer.$$('[type=checkbox][name=outfit_images]')
  expect(stored).toHaveLength(2)
  const again = await site.submit(
    answer,
    'main form[method=post]',
    { [field]: filledIn().get(field) === null ? '' : String(filledIn().get(field)) },
    { as: person },
  )
  expect(again.status).toBe(302)
  expect((await applicationOf(person.id)).outfit_images).toHaveLength(2)
})

test('no, too many or foreign photos and a text file are refused; the input stays', async () => {
  const person = await make.shopper()
  const text = new File(['hello'], 'a.png', { type: 'image/png' })
  const stranger = await make.image({
    use: 'outfit',
    attached_at: null,
    owner_id: (await make.shopper()).id,
  })
  const cases = [
    [[], 'Please add at least one outfit photo.'],
    [Array.from({ length: 9 }, (_, n) => photo(`${n}.png`)), 'Please choose at most 8 photos.'],
    [[text], 'Please select an image file'],
    [stranger.id, 'Please add your photos again.'],
  ] as const
  for (const [outfit_images, sentence] of cases) {
    const answer = await site.post('/business-apply', filledIn({ outfit_images }), { as: person })
    expect([answer.status, answer.text('main')]).toEqual([400, expect.stringContaining(sentence)])
    expect(answer.$('[name=full_name]').getAttribute('value')).toBe('Nora Quist')
  }
  expect((await statusOf(person.id)).business_status).toBeNull()
})

test('blocked and unknown statuses have their cards', async () => {
  const blocked = await make.person({ business_status: 'blocked' })
  expect((await site.get('/business-apply', { as: blocked })).text('main')).toContain(
    'Your business account has been blocked. Please contact support.',
  )
})

test('visitors sign in and return to the application; admins see that it is not for them', async () => {
  expect((await site.get('/business-apply')).location).toBe('/auth?return_to=%2Fbusiness-apply')
  const admin = await make.admin()
  expect((await site.get('/business-apply', { as: admin })).has('[name=city]')).toBe(false)
  await site.post('/business-apply', filledIn(), { as: admin })
  expect((await statusOf(admin.id)).business_status).toBeNull()
})

test('the page says how long a review takes', async () => {
  const page = await site.get('/business-apply', { as: await make.shopper() })
  expect(page.text('main')).toContain('1-3 business days')
})

test('the state is that of the city, even if another one is posted', async () => {
  const person = await make.shopper()
  await site.post('/business-apply', filledIn({ state: 'NY' }), { as: person })
  expect(await applicationOf(person.id)).toMatchObject({ city: 'Austin', state: 'TX' })
})

test('a profile refuses a city with the state of another one', async () => {
  for (const [path, person, fields] of [
    ['/profile', await make.shopper(), {}],
    ['/business', await make.closet(), { intent: 'profile' }],
  ] as const) {
    const profile = {
      ...fields,
      full_name: 'Nora Quist',
      phone: '',
      instagram_handle: '',
      city: 'austin',
    }
    const refused = await site.post(path, { ...profile, state: 'NY' }, { as: person })
    expect([path, refused.status]).toEqual([path, 400])
    expect(refused.text('main')).toContain('austin is in TX.')
    for (const state of ['', 'texas', ' Tx']) {
      await updateRows(db, 'user_profiles', person.id, { state: null })
      const saved = await site.post(path, { ...profile, state }, { as: person })
      expect([state, saved.status]).toEqual([state, 302])
      const row = await readRow(db, 'user_profiles', 'state', person.id)
      expect([state, row.state]).toEqual([state, 'TX'])
    }
  }
})

test('the form to apply starts with the city of the profile, whose state may be a name', async () => {
  for (const state of ['TX', 'Texas', null]) {
    const person = await make.shopper({ city: 'Austin', state })
    const page = await site.get('/business-apply', { as: person })
    const option = page.$$('[name=city] option[selected]')[0]
    expect([state, option?.textContent]).toEqual([state, state ? 'Austin, TX' : 'Choose a city'])
  }
})
