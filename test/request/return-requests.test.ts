import { beforeEach, expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
beforeEach(() => clock.set(begun))

type Requested = Parameters<typeof requestedReturn>[1]

async function returning(until: Requested['until'], more: Partial<Requested> = {}) {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const admin = await make.admin()
  const requested = { closet, renter, title: 'Emerald gown', until, ...more }
  const id = await requestedReturn(db, requested, clock.now())
  return { closet, renter, admin, id, mine: `/my-rentals/${id}`, theirs: `/business/rentals/${id}` }
}

const SECTION = '#return-request'

test('a renter requests a return with a photo; missing input is reported', async () => {
  const { renter, closet, mine, theirs } = await returning('delivered')
  const page = await site.get(mine, { as: renter })
  expect(page.text(SECTION)).toContain('It does not fit: 10 credits back')
  expect(page.text(SECTION)).toContain('It is not as described: 14 credits back')
  expect(page.has(`${SECTION} details[open]`)).toBe(false)
  const send = (fields: Readonly<Record<string, string | File>>) =>
    site.post(mine, { answer: 'request-return', ...fields }, { as: renter })
  const refused = async (fields: Readonly<Record<string, string | File>>, sentence: string) => {
    const answer = await send({ words: 'Brown, not green.', ...fields })
    expect([answer.status, answer.text(`${SECTION} details[open]`)]).toEqual([
      400,
      expect.stringContaining(sentence),
    ])
    return answer
  }
  const noReason = await refused({ reason: 'other' }, 'Please choose a reason.')
  expect(noReason.$(`${SECTION} [name=words]`).textContent).toBe('Brown, not green.')
  const noPhoto = { reason: 'not_as_described' }
  await refused(noPhoto, 'Please add a photo that shows the difference.')
  const long = { reason: 'does_not_fit', words: 'x'.repeat(2001), return_photos: photo() }
  const tooLong = await refused(long, 'Please keep it to 2,000 characters.')
  expect(tooLong.$(`${SECTION} option[selected]`).getAttribute('value')).toBe('does_not_fit')
  const stored = tooLong.$(`${SECTION} [name=return_photos]`).getAttribute('value') ?? ''
  const sent = await send({ reason: 'not_as_described', words: 'Brown.', return_photos: stored })
  expect(sent.location).toBe(mine)
  const after = await site.get(mine, { as: renter })
  expect(after.text(SECTION)).toContain('Rosa Vintage can accept or contest it until')
  expect(after.$$(`${SECTION} img`)).toHaveLength(1)
  expect(after.has(`${SECTION} textarea`)).toBe(false)
  expect(after.has('#keep-longer')).toBe(false)
  const seen = await site.get(theirs, { as: closet })
  expect(seen.text(SECTION)).toContain('“Brown.”')
  expect(seen.text(SECTION)).toContain('You can accept or contest it until')
  expect(seen.$$(`${SECTION} img`)).toHaveLength(1)
  const board = await site.get('/business', { as: closet })
  expect(board.text(`a[href="${theirs}#return-request"]`)).toMatch(
    /^A renter waits for your answer about “.+”: please answer by [A-Z].+\d/,
  )
})

test('after 24 hours the form is gone, and a late request is refused', async () => {
  const { renter, mine } = await returning('delivered')
  clock.advance({ hours: 24 })
  expect((await site.get(mine, { as: renter })).has(SECTION)).toBe(false)
  const form = { answer: 'request-return', reason: 'does_not_fit' }
  const late = await site.post(mine, form, { as: renter })
  expect((await site.get(late.location ?? '', { as: renter })).text()).toContain(
    'A return can be requested within 24 hours of delivery.',
  )
})

test('without fit returns the only reason is that the item differs', async () => {
  const { renter, mine } = await returning('delivered', { fitReturns: false })
  const page = await site.get(mine, { as: renter })
  expect(page.text(SECTION)).not.toContain('It does not fit')
  const form = { answer: 'request-return', reason: 'does_not_fit' }
  const refused = await site.post(mine, form, { as: renter })
  expect(refused.text(SECTION)).toContain('does not accept returns for fit')
})

test('the closet accepts and records the return, and the credits are restored', async () => {
  const { renter, closet, mine, theirs } = await returning('requested')
  const page = await site.get(theirs, { as: closet })
  const as = { as: closet }
  await site.submit(page, `${SECTION} form`, { intent: 'accept-return', words: 'Sorry!' }, as)
  const accepted = await site.get(mine, { as: renter })
  expect(accepted.text(SECTION)).toContain('“Sorry!”')
  expect(accepted.text(SECTION)).toContain('Please send it back unworn')
  await site.post(theirs, { intent: 'record-return' }, as)
  const done = await site.get(mine, { as: renter })
  expect(done.text(SECTION)).toContain('The item is back, and you got 10 credits back.')
  expect((await site.get('/credits', { as: renter })).text()).toContain(
    'Return accepted: Emerald gown',
  )
  expect((await site.get(theirs, as)).text('main')).not.toContain('“Undo')
})

test('a contested request is decided by an admin with reasons that both sides see', async () => {
  const { renter, closet, admin, id, mine, theirs } = await returning('requested')
  const contest = (words: string) =>
    site.post(theirs, { intent: 'contest-return', words }, { as: closet })
  const empty = await contest(' ')
  expect([empty.status, empty.text(SECTION)]).toEqual([
    400,
    expect.stringContaining('Please say why you contest it.'),
  ])
  expect((await contest('It was worn.')).location).toBe(theirs)
  expect((await site.get(theirs, { as: closet })).text(SECTION)).toContain('You contested')
  expect((await site.get(mine, { as: renter })).text(SECTION)).toContain('Rosa Vintage contested')
  const path = `/admin/returns/${id}`
  expect((await site.get('/admin', { as: admin })).text(`a[href="${path}"]`)).toContain('to decide')
  const row = `main li:has(a[href="${path}"])`
  const listed = async () => (await site.get('/admin/returns', { as: admin })).text(row)
  expect(await listed()).toContain('It does not fit')
  expect(await listed()).not.toContain('Overdue')
  clock.advance({ days: 6 })
  expect(await listed()).toContain('Overdue')
  expect((await site.get('/admin', { as: admin })).text(`a[href="${path}"]`)).toContain('overdue')
  expect((await site.get(path, { as: admin })).text('main')).toContain('Overdue')
  const decide = (fields: Record<string, string>) => site.post(path, fields, { as: admin })
  expect((await decide({ reasons: 'Photos' })).text('main')).toContain('Please choose a decision.')
  const noReasons = await decide({ outcome: 'refused', reasons: '' })
  expect([noReasons.status, noReasons.text('main')]).toEqual([
    400,
    expect.stringContaining('Please give a reason.'),
  ])
  const refused = { outcome: 'refused', reasons: 'A stain shows it.' }
  expect((await decide(refused)).location).toBe('/admin/returns')
  for (const [page, who] of [
    [mine, renter],
    [theirs, closet],
    [path, admin],
  ] as const)
    expect((await site.get(page, { as: who })).text('main')).toContain('A stain shows it.')
  const again = await decide({ outcome: 'accepted', reasons: 'No.' })
  expect((await site.get(again.location ?? '', { as: admin })).text()).toContain(
    `This request was refused by ${admin.fullName} on`,
  )
})

test('withdrawing a request asks for confirmation', async () => {
  const { renter, mine } = await returning('requested')
  const asks = await site.get(`${mine}?withdraw-return`, { as: renter })
  const form = 'form:has([name=answer][value=withdraw-return])'
  const sent = await site.submit(asks, form, {}, { as: renter })
  expect(sent.location).toBe(mine)
  const page = await site.get(mine, { as: renter })
  expect(page.text(SECTION)).toContain('withdrew the request')
  expect(page.has('a[href*=withdraw-return]')).toBe(false)
})

test('other people do not find a request', async () => {
  const { renter, id, theirs } = await returning('requested')
  const [stranger, other, admin] = [await make.shopper(), await make.closet(), await make.admin()]
  for (const [path, as] of [
    [`/my-rentals/${id}`, stranger],
    [theirs, other],
    ['/admin/returns/no-id', admin],
  ] as const)
    expect((await site.get(path, { as })).status).toBe(404)
  expect((await site.get(`/admin/returns/${id}`, { as: renter })).location).toBe('/')
  const answer = { intent: 'accept-return' }
  expect((await site.post(theirs, answer, { as: other })).status).toBe(404)
  // An admin answers only if the closet cannot.
  expect((await site.post(`/admin/rentals/${id}`, answer, { as: admin })).status).toBe(404)
  const own = (await site.get('/profile/your-data.json', { as: renter })).html
  expect(own).toContain('It is too small.')
})

test('a lister allows fit returns, and the item’s page says so', async () => {
  const closet = await make.closet()
  const image = await make.image({ owner_id: closet.id })
  const item = await make.item({ closet, image_id: image.id })
  const form = 'form:has([name=fit_returns])'
  const path = `/business/items/${item.id}`
  const save = async (fields: Record<string, string>) => {
    const page = await site.get(path, { as: closet })
    const saved = await site.submit(page, form, fields, { as: closet })
    expect(saved.status).toBe(302)
    const shown = await site.get(path, { as: closet })
    return {
      ticked: shown.has(`${form} [name=fit_returns][checked]`),
      line: (await site.get(`/item/${item.id}`)).text('main').includes('Doesn’t fit?'),
    }
  }
  expect(await save({ fit_returns: 'yes' })).toEqual({ ticked: true, line: true })
  expect(await save({ title: 'Another title' })).toMatchObject({ ticked: true })
  const page = await site.get(path, { as: closet })
  const refused = await site.submit(page, form, { title: '' }, { as: closet })
  expect(refused.has(`${form} [name=fit_returns][checked]`)).toBe(true)
  await updateRows(db, 'clothing_items', item.id, { approval_status: 'approved' })
})

test('the list of requests links to those that an admin has to answer', async () => {
  const { closet, admin, id } = await returning('requested')
  const list = async () => await site.get('/admin/returns', { as: admin })
  expect((await list()).text('main')).not.toContain('your answer')
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  const page = await list()
  expect(page.text('main')).toContain('1 return or no-show needs your answer')
  expect(page.$$(`main a[href="/admin/rentals/${id}${SECTION}"]`)).toHaveLength(1)
})
