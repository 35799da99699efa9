import { expect, inject, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { signIn } from '#test/make/sign-in.ts'
import { readRow } from '#test/postgres/rows.ts'
import { readSiteMap } from '#test/site-map.ts'
import { formElement, type ShownForm, siteWithForms } from '#test/worlds/forms-shown.ts'
import { agreeToNewTerms } from '#test/worlds/trust-screens.ts'

const { site, forms: shown } = await siteWithForms()
const person = await site.make.shopper()
await agreeToNewTerms(site)
const SESSION_OVER = 'Your session has ended. Please sign in again.'

async function signedInCookie(): Promise<string> {
  const cookie = await signIn(site.db, site.settings, person, site.clock.now())
  return cookie.split(/[=;]/, 2)[1] ?? ''
}

test.for([
  'dead',
  'gone',
])('a form sent without a script while the session is %s is kept on a page, and can be sent again', async (state) => {
  const browser = site.stranger()
  if (state === 'dead') {
    browser.cookies.set('hemline_session', await signedInCookie())
    await site.db.deleteFrom('auth_sessions').where('user_id', '=', person.id).execute()
  }
  const full_name = `Ada & Co, ${state}`
  const fields = { full_name, city: 'Boston', state: 'MA', phone: '', instagram_handle: '' }
  const page = await browser.post('/profile', fields)
  expect(page.status).toBe(401)
  expect(page.response.headers.get('cache-control')).toBe('private, no-store')
  expect(page.text('h1')).toBe('Please sign in')
  expect(page.text('main')).toContain(SESSION_OVER)

  browser.cookies.set('hemline_session', await signedInCookie())
  const saved = await browser.submit(page, 'main form')
  expect(saved.status).toBe(302)
  const profile = await readRow(site.db, 'user_profiles', 'full_name', person.id)
  expect(profile.full_name).toBe(full_name)
})

const guarded = readSiteMap(inject('buildDirectory'))
  .filter(
    ({ within, hasAction }) =>
      hasAction && within.some((id) => /^routes\/(account|business|admin)\/layout$/.test(id)),
  )
  .map(({ path, id }) => ({ id, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

const routeOf = ({ action }: ShownForm) =>
  guarded.find(({ pattern }) => pattern.test(action.replace(/\?.*/, '')))?.id

const forms = shown.filter((form) => routeOf(form) !== undefined)

/** A filled form with a different text in every text field. */
function filledIn(form: ShownForm): FormData {
  const filled = new FormData()
  for (const field of formElement(form).querySelectorAll('[name]')) {
    const name = field.getAttribute('name') ?? ''
    const type = field.getAttribute('type')
    if (type === 'file')
      filled.append(name, new File(['photo'], 'dress.png', { type: 'image/png' }))
    else if (type === 'hidden' || field.tagName === 'BUTTON' || type === 'submit')
      filled.set(name, field.getAttribute('value') ?? '')
    else filled.append(name, `"${name}" <typed> &\r\nof theirs`)
  }
  return filled
}

const stored = (form: FormData) =>
  [...form].filter(([name, value]) => typeof value === 'string' && !/password/.test(name))

test('every route behind a guard that accepts forms shows one of them', () => {
  const reached = new Set(forms.map(routeOf))
  // These are sent by the home page editor, by a button for signed-in people only, and by an open
  // conversation.
  const elsewhere = [
    'routes/admin/site/home-page',
    'routes/account/billing-portal',
    'routes/account/messages-state',
  ]
  const missing = guarded.map(({ id }) => id).filter((id) => !reached.has(id))
  expect(missing.toSorted()).toEqual(elsewhere.toSorted())
})

/** Fields of buttons that redirect to the payment pages, which one click can repeat. */
const PRESSED = ['product', 'return_to', 'cancel_to']

test.for(
  forms.filter((form) =>
    formElement(form)
      .querySelectorAll('[name]')
      .some((field) => !PRESSED.includes(field.getAttribute('name') ?? '')),
  ),
)('without a session nothing typed is lost: $name', async (form) => {
  const filled = filledIn(form)
  const page = await site.stranger().post(form.action, filled)
  expect(page.status).toBe(401)
  expect(page.response.headers.get('cache-control')).toBe('private, no-store')
  expect(page.text('main')).toMatch(/Your session has ended|Please sign in (to purchase|first)/)
  const again = page.$('main form')
  expect(again.getAttribute('action')).toBe(form.action)
  const held = again.querySelectorAll('input:not([type=file])')
  const photos = again.querySelectorAll('input[type=file]')
  const files = [...filled].filter(([, value]) => value instanceof File)
  expect(photos.map((field) => field.getAttribute('name'))).toEqual([
    ...new Set(files.map(([name]) => name)),
  ])
  expect(page.text('main').includes('Please choose your photos again.')).toBe(files.length > 0)
  // Fields of one name are together, though another field may stand between two choices.
  const names = new Set(filled.keys())
  expect(held.map((field) => [field.getAttribute('name'), field.getAttribute('value')])).toEqual(
    [...names].flatMap((one) => stored(filled).filter(([name]) => name === one)),
  )
  const hasPassword = [...filled.keys()].some((name) => /password/.test(name))
  expect(page.text('main').includes('enter your password again')).toBe(hasPassword)
  if (hasPassword) expect(page.html).not.toContain('password" <typed>')
})

test('fields before and after photos are preserved', async () => {
  const form = new FormData()
  form.append('full_name', 'Ada, "typed"')
  for (let photo = 0; photo < 4; photo++)
    form.append('outfit', new File(['\r\n--'.repeat(2_000_000)], 'a.png', { type: 'image/png' }))
  form.append('empty', new File([], ''))
  form.append('meeting_flexibility', 'Evenings\r\n--and weekends')
  form.append('city', '')
  const page = await site.stranger().post('/business-apply', form)
  expect(page.status).toBe(401)
  const held = page.$$('main form input:not([type=file])')
  const values = held.map((field) => field.getAttribute('value'))
  expect(values).toEqual(['Ada, "typed"', 'Evenings\r\n--and weekends', ''])
  const photos = page.$$('main form input[type=file]')
  expect(photos.map((field) => field.getAttribute('name'))).toEqual(['outfit'])
})

test.for([
  ['no boundary in it', '--', 400],
  ['a header without an end', `--b\r\n${'a'.repeat(10_000)}`, 400],
  [
    'more text than a form has',
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'a'.repeat(300_000)}\r\n--b--`,
    413,
  ],
] as const)('a form with photos that has %s is not preserved', async ([, body, status]) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const page = await site.stranger().post('/business-apply', {}, { body, headers })
  expect(page.status).toBe(status)
})

test('no other site can fill in the page that preserves a form', async () => {
  const elsewhere: Record<string, string>[] = [
    { Origin: 'https://elsewhere.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of elsewhere) {
    const page = await site.stranger().post('/profile', { full_name: 'Not mine' }, { headers })
    expect(page.status).toBe(403)
    expect(page.html).not.toContain('Not mine')
  }
})

test('a form larger than any of ours is not preserved', async () => {
  const page = await site.stranger().post('/profile', { full_name: 'x'.repeat(300 * 1024) })
  expect(page.status).toBe(413)
})

test('delivery details survive the end of the session', async () => {
  const { id } = await site.make.item()
  const fields = {
    intent: 'rent',
    start: '2026-12-01',
    end: '2026-12-07',
    delivery_address: '1 Elm St',
  }
  const page = await site.stranger().post(`/item/${id}`, fields)
  expect(page.status).toBe(401)
  expect(page.text('main')).toContain('Please sign in to rent items.')
  expect(page.$('main form [name=delivery_address]').getAttribute('value')).toBe('1 Elm St')
})

test('without a script a preserved handover keeps its note and asks for photos again', async () => {
  const closet = await site.make.closet()
  await agreeToNewTerms(site)
  const rental = await site.make.rental({ item: await site.make.item({ closet }) })
  const photo = () => new File([new Uint8Array(flatPng(400, 300))], 'a.png', { type: 'image/png' })
  const handover = (photos: readonly File[]) => {
    const form = new FormData()
    for (const [name, text] of [
      ['intent', 'deliver'],
      ['step', 'delivery'],
      ['note', 'At the door.'],
    ] as const)
      form.set(name, text)
    for (const one of photos) form.append('photos', one)
    return form
  }
  const path = `/business/rentals/${rental.id}`
  const without = await site.stranger().post(path, handover([new File([], '')]))
  expect(without.text('main')).not.toContain('photos again')
  const page = await site.stranger().post(path, handover([photo(), photo()]))
  expect(page.text('main')).toContain('Please choose your photos again.')
  expect(page.$('main input[type=file]').hasAttribute('multiple')).toBe(true)
  await site.submit(page, 'main form', { photos: photo() }, { as: closet })
  const stored = await readRow(site.db, 'rental_handovers', ['note', 'image_ids'], {
    rental_id: rental.id,
  })
  expect(stored).toMatchObject({ note: 'At the door.', image_ids: [expect.any(String)] })
})
