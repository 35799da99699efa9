import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db } = site
const city = await make.city({ name: 'Austin', state: 'TX' })
const other = await make.city({ name: 'Boston', state: 'MA', is_active: false })

const photo = (name: string) =>
  new File([new Uint8Array(flatPng(300, 600))], name, { type: 'image/png' })

/** A form as a browser without our script sends it, files and all. */
function filledIn(more: Record<string, string | readonly File[]> = {}) {
  const form = new FormData()
  const fields = {
    full_name: 'Nora Quist',
    city: city.id,
    state: 'TX',
    instagram: '@noras.rail',
    driving_distance: '15 miles',
    meeting_flexibility: 'Evenings, near the station.',
    contact_phone: '512 555 0100',
    outfit_images: [photo('a.png'), photo('b.png')],
    ...more,
  }
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
  }
  return form
}

const statusOf = (id: PersonId) =>
  db
    .selectFrom('user_profiles')
    .select(['account_type', 'business_status', 'city', 'state'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const mailsTo = async (email: string) => {
  await site.drainJobs()
  const rows = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('to_address', '=', email)
    .orderBy('template')
    .execute()
  return rows.map(({ template }) => template)
}

async function applicationOf(userId: PersonId) {
  return db
    .selectFrom('business_applications')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

test('somebody applies without a script, is approved, and has a closet', async () => {
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

test('every admin gets one mail about a new application, with a link to it', async () => {
  const own = await testSite()
  const admins = [await own.make.admin(), await own.make.admin()]
  await own.make.closet()
  const person = await own.make.shopper()
  const { id: cityId } = await own.make.city({ name: 'Austin', state: 'TX' })
  const form = () => filledIn({ full_name: 'Nora Quist', city: cityId })
  // The second is refused, and nobody hears of it.
  for (let time = 0; time < 2; time++) await own.post('/business-apply', form(), { as: person })
  await own.drainJobs()
  const mails = await own.db
    .selectFrom('mail_outbox')
    .select(['to_address', 'subject', 'text_body'])
    .where('template', '=', 'admin-application')
    .execute()
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

test('a denied applicant reads the reason, and may apply again after 30 days', async () => {
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
  const message = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('template', '=', 'application-denied')
    .where('recipient_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(message.text_body).toContain(REASON)
  const mine = db.selectFrom('business_applications').select('id').where('user_id', '=', person.id)
  await site.post('/business-apply', filledIn(), { as: person })
  expect(await mine.execute()).toHaveLength(1)

  await db
    .updateTable('business_applications')
    .set({ reviewed_at: new Date(site.clock.now().getTime() - 30 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  const later = await site.get('/business-apply', { as: person })
  expect(later.text('main')).toContain('You can apply again.')
  expect((await site.get('/business-apply?again=yes', { as: person })).has('[name=city]')).toBe(
    true,
  )
  await site.post('/business-apply?again=yes', filledIn(), { as: person })
  expect(await mine.execute()).toHaveLength(2)
  expect(await statusOf(person.id)).toMatchObject({ business_status: 'pending' })
})

test('of two admins who decide at once one decides, and the other is told', async () => {
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

test('two applications of one person at once are one', async () => {
  const person = await make.shopper()
  await Promise.all([1, 2, 3].map(() => site.post('/business-apply', filledIn(), { as: person })))
  const rows = await db
    .selectFrom('business_applications')
    .select('id')
    .where('user_id', '=', person.id)
    .execute()
  expect(rows).toHaveLength(1)
})

test.for([
  ['full_name', '', 'Please enter your full name.'],
  ['city', '', 'Please select a valid city'],
  ['city', 'Austin', 'Please select a valid city'],
  ['city', other.id, 'Please select a valid city'],
  ['instagram', '', 'Please enter your Instagram name.'],
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
  // The photos came through: sent again they need not be chosen again.
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

test('photos: none, nine, a text file and a stranger’s are refused with the rest kept', async () => {
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

test('blocked and unheard-of states have their cards', async () => {
  const blocked = await make.person({ business_status: 'blocked' })
  expect((await site.get('/business-apply', { as: blocked })).text('main')).toContain(
    'Your business account has been blocked. Please contact support.',
  )
})

test('visitors sign in first and come back; admins are told that it is not for them', async () => {
  expect((await site.get('/business-apply')).location).toBe('/auth?return_to=%2Fbusiness-apply')
  const admin = await make.admin()
  expect((await site.get('/business-apply', { as: admin })).has('[name=city]')).toBe(false)
  await site.post('/business-apply', filledIn(), { as: admin })
  expect((await statusOf(admin.id)).business_status).toBeNull()
})

test('the page says how long it takes', async () => {
  const page = await site.get('/business-apply', { as: await make.shopper() })
  expect(page.text('main')).toContain('1–3 business days')
})

test('before anybody has applied, the admin reads so under every filter that shows all there is', async () => {
  const empty = await testSite()
  const admin = await empty.make.admin()
  for (const path of ['/admin/applications', '/admin/applications?status=all']) {
    const page = await empty.get(path, { as: admin })
    expect(page.status).toBe(200)
    expect(page.text('main')).toContain('No business applications yet')
  }
})

test('denying asks first and needs a reason; what was typed stays', async () => {
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
})

test('an admin sees that an email is not confirmed, and is asked before approving', async () => {
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

test('the state follows the city, whatever is sent', async () => {
  const person = await make.shopper()
  await site.post('/business-apply', filledIn({ state: 'NY' }), { as: person })
  expect(await applicationOf(person.id)).toMatchObject({ city: 'Austin', state: 'TX' })
})

test('a profile takes no city and state that contradict each other', async () => {
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
    const saved = await site.post(path, { ...profile, state: '' }, { as: person })
    expect(saved.status).toBe(302)
    const row = await db
      .selectFrom('user_profiles')
      .select('state')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('TX')
  }
})
