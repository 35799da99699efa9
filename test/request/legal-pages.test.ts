import { expect, test } from 'vitest'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db } = site
const admin = await make.admin()

test('signing up stores the consent to the versions that were linked', async () => {
  const email = 'new-member@hemline.test'
  const page = await site.get('/auth?mode=sign-up')
  expect(page.text('form')).toContain('By creating an account you agree to our Terms')
  const account = { full_name: 'Ada Byron', email, password: 'a-quiet-river-42' }
  await site.stranger().post('/auth?mode=sign-up', account)
  const consents = await db
    .selectFrom('consents as c')
    .innerJoin('user_profiles as p', 'p.id', 'c.user_id')
    .select(['c.page', 'c.version'])
    .where('p.email', '=', email)
    .orderBy('c.page')
    .execute()
  expect(consents).toEqual([
    { page: 'privacy', version: 3 },
    { page: 'terms', version: 2 },
  ])
})

const today = calendarDateIn('America/New_York', site.clock.now())
const editor = '/admin/legal/terms'
const FORM = 'main form[method=post]'

test('a version is previewed, compared and confirmed before it is published', async () => {
  const opened = await site.get(editor, { as: admin })
  expect(opened.text('main')).toContain('have a lawyer check it')
  const body = `${opened.$('main textarea[name=body]').textContent?.trim()}\n\n## New part\n\nNo [late](/help) fees.`
  const text = { body, summary: 'Late fees are gone.' }
  const missing = await site.submit(opened, FORM, { ...text, summary: '' }, { as: admin })
  expect(missing.status).toBe(400)
  expect(missing.text('main')).toContain('Please say what is new.')
  expect(missing.$('main textarea[name=body]').textContent?.trim()).toBe(body)
  const review = await site.submit(missing, FORM, text, { as: admin })
  expect(review.status).toBe(200)
  expect(review.text('main h2')).toBe('Publish version 3?')
  expect(review.text(FORM)).toMatch(/It applies at once\. \d+ (person|people) will be asked/)
  expect(review.text('[aria-labelledby=changes] ins')).toBe('## New part')
  expect(review.$$('[aria-labelledby=changes] del')).toEqual([])
  expect(review.text('[aria-labelledby=preview] section:last-child h3')).toBe('New part')
  expect(review.has('[aria-labelledby=preview] a[href="/help"]')).toBe(true)
  expect((await site.get('/terms', { as: admin })).text('main')).toContain('Version 2')

  const edited = await site.submit(review, FORM, { intent: 'edit' }, { as: admin })
  expect(edited.$('main textarea[name=body]').textContent?.trim()).toBe(body)
  expect(edited.$('main textarea[name=summary]').textContent?.trim()).toBe('Late fees are gone.')
  const later = { applies_on: addDays(today, 30) }
  const second = await site.submit(edited, FORM, later, { as: admin })
  expect(second.text(FORM)).toContain(`It applies from ${showDate(later.applies_on)}.`)
  const published = await site.submit(second, FORM, { intent: 'publish' }, { as: admin })
  expect(published.location).toBe('/admin/legal')
  const legal = await site.get('/admin/legal', { as: admin })
  expect(legal.text('section[aria-label=Messages]')).toContain('Terms: version 3 is published.')
  expect(legal.text('main')).toContain('Version 3 applies from')
  const shown = await site.get('/terms', { as: admin })
  expect(shown.text('main')).toContain('Version 2, published')
  expect(shown.text('main')).toContain(`Version 3 applies from ${showDate(later.applies_on)}.`)
  const upcoming = await site.stranger().get('/terms?version=3')
  expect(upcoming.text('main')).toContain('What is new: Late fees are gone.')
  // Nobody has checked it.
  expect((await site.get(editor, { as: admin })).text('main')).toContain('This text is a draft.')
})

test('a new version asks for consent before something new and then leads to it', async () => {
  const shopper = await make.shopper()
  const path = '/business-apply?from=help'
  expect((await site.get(path, { as: shopper })).status).toBe(200)
  const body = `Our rules.\n\n## What is new\n\n${'Words. '.repeat(4_000)}`
  const next = { body, summary: 'Plainer.', applies_on: today }
  const fields = { ...next, based_on: '3', intent: 'publish' }
  const published = await site.post(editor, fields, { as: admin })
  expect(published.location).toBe('/admin/legal')

  const sent = await site.get(path, { as: shopper })
  expect(sent.location).toBe(`/consent?return_to=${encodeURIComponent(path)}`)
  expect((await site.get('/profile/your-data', { as: shopper })).status).toBe(200)
  expect((await site.get('/admin', { as: admin })).status).toBe(200)
  const consent = await site.get(sent.location ?? '', { as: shopper })
  expect(consent.text('main li')).toContain('Terms, version 4')
  expect(consent.text('main li')).toContain('Plainer.')
  expect(consent.text('main li summary')).toContain('since version')
  expect(consent.text('main li details ins')).toBe('Our rules.')
  const agreed = await site.submit(consent, 'main form', {}, { as: shopper })
  expect(agreed.location).toBe(path)
  expect((await site.get(path, { as: shopper })).status).toBe(200)
  expect((await site.get('/consent', { as: shopper })).text('h1')).toBe('Nothing to agree to')
})

test('earlier versions stay readable, and unknown versions are not found', async () => {
  const next = {
    ...{ body: 'Our new text.', summary: 'All of it.', applies_on: today },
    ...{ based_on: '3', intent: 'publish' },
  }
  await site.post('/admin/legal/privacy', next, { as: admin })
  const read = async (path: string) => {
    const page = await site.stranger().get(path)
    return [page.status, page.html.includes('noindex')]
  }
  expect(await read('/lending-terms')).toEqual([200, false])
  expect(await read('/privacy?version=3')).toEqual([200, true])
  expect((await site.get('/privacy?version=3')).text('main')).toContain(
    'This is an earlier version',
  )
  for (const wrong of ['0', '9', 'x', '1e3', '99999999999'])
    expect((await site.get(`/terms?version=${wrong}`)).status).toBe(404)
  expect((await site.get('/admin/legal/nothing', { as: admin })).status).toBe(404)
})
