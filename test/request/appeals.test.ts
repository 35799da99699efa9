import { beforeEach, expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { photo } from '#test/make/photo.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
beforeEach(() => clock.set(begun))

async function appealed(until: Parameters<typeof appealedRental>[1]['until']) {
  const [closet, renter, admin] = [
    await make.closet({ full_name: 'Rosa Vintage' }),
    await make.shopper({ full_name: 'Ann Lee' }),
    await make.admin(),
  ]
  const parties = { closet, renter, admin, title: 'Emerald gown', until }
  const id = await appealedRental(db, parties, clock.now())
  return { closet, renter, admin, id, mine: `/my-rentals/${id}`, theirs: `/business/rentals/${id}` }
}

test('a renter appeals on the rental page, without a script and with a photo', async () => {
  const { renter, mine, theirs, closet } = await appealed('withheld')
  const page = await site.get(mine, { as: renter })
  expect(page.text('#appeal')).toContain('$20.00 of your deposit was kept')
  expect(page.text('#appeal')).toMatch(
    /Appeal until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[SD]T/,
  )
  const empty = await site.post(mine, { answer: 'appeal', words: ' ' }, { as: renter })
  expect([empty.status, empty.text('#appeal')]).toEqual([
    400,
    expect.stringContaining('Please say what happened.'),
  ])
  const long = { answer: 'appeal', words: 'x'.repeat(4001) }
  const refused = await site.post(mine, long, { as: renter })
  expect(refused.text('#appeal')).toContain('Please keep it to 4,000 characters.')
  expect(refused.$('#appeal [name=words]').textContent).toHaveLength(4001)
  const sent = await site.post(
    mine,
    { answer: 'appeal', words: 'It was torn before.', appeal_photos: photo() },
    { as: renter },
  )
  expect(sent.location).toBe(mine)
  const after = await site.get(mine, { as: renter })
  expect(after.text('#appeal')).toContain('“It was torn before.”')
  expect(after.$$('#appeal img')).toHaveLength(1)
  expect(after.has('#appeal textarea')).toBe(false)
  const seen = await site.get(theirs, { as: closet })
  expect(seen.text('#appeal')).toContain('Ann Lee appealed')
  expect(seen.$$('#appeal img')).toHaveLength(1)
  expect(seen.has('#appeal textarea')).toBe(true)
  expect(seen.text('main')).not.toContain('Undo')
  const board = await site.get('/business', { as: closet })
  expect(board.text(`a[href="${theirs}#appeal"]`)).toMatch(
    /^A renter has appealed about “.+”: please answer by [A-Z].+\d/,
  )
})

test('after seven days the page names the day on which the time to appeal ended', async () => {
  const { renter, mine } = await appealed('withheld')
  clock.advance({ days: 7 })
  const page = await site.get(mine, { as: renter })
  expect(page.text('#appeal')).toMatch(/The time to appeal ended on \w{3} \d+, \d{4}\./)
  expect(page.has('#appeal textarea')).toBe(false)
  const late = { answer: 'appeal', words: 'It was torn before.' }
  const refused = await site.post(mine, late, { as: renter })
  expect((await site.get(refused.location ?? '', { as: renter })).text()).toContain(
    'The time to appeal ended on ',
  )
})

test('the closet answers, an admin decides, and everyone sees the outcome', async () => {
  const { renter, closet, admin, id, mine, theirs } = await appealed('filed')
  const answered = await site.submit(
    await site.get(theirs, { as: closet }),
    '#appeal form',
    { words: 'It was whole.', intent: 'answer-appeal' },
    { as: closet },
  )
  expect(answered.location).toBe(theirs)
  expect((await site.get('/admin', { as: admin })).text()).toContain('to decide')
  const list = await site.get('/admin/appeals', { as: admin })
  expect(list.text(`main li:has(a[href="/admin/appeals/${id}"])`)).toContain('$20.00')
  const path = `/admin/appeals/${id}`
  const decide = (fields: Record<string, string>) => site.post(path, fields, { as: admin })
  const noChoice = await decide({ reasons: 'Photos' })
  expect([noChoice.status, noChoice.text('main')]).toEqual([
    400,
    expect.stringContaining('Please choose a decision.'),
  ])
  for (const amount of ['', '0', '20.01', 'x']) {
    const wrong = await decide({ outcome: 'reduced', amount, reasons: 'Photos' })
    expect([wrong.status, wrong.text('main')]).toEqual([
      400,
      expect.stringContaining('Please enter an amount between $0.01 and $20.00.'),
    ])
  }
  const done = await decide({ outcome: 'reduced', amount: '5', reasons: 'Half of it was there.' })
  expect(done.location).toBe('/admin/appeals')
  for (const [page, who] of [
    [mine, renter],
    [theirs, closet],
    [path, admin],
  ] as const) {
    const shown = (await site.get(page, { as: who })).text('main')
    expect(shown).toContain('Ann Lee gets $5.00 back, and Rosa Vintage keeps $15.00.')
    expect(shown).toContain('Half of it was there.')
  }
  expect((await site.get(mine, { as: renter })).text('main')).toContain(
    '$20.00 of $50.00 kept, $5.00 of that returned',
  )
  const lists = [
    [
      '/my-rentals?tab=past',
      renter,
      '$20.00 of your deposit was kept, and $5.00 of it was returned',
    ],
    ['/business/rentals?filter=done', closet, '$20.00 of the deposit was kept, and $5.00 of it'],
    [`/admin/users/${renter.id}`, admin, '$5.00 of that returned after an appeal'],
  ] as const
  for (const [page, who, sentence] of lists)
    expect((await site.get(page, { as: who })).text('main')).toContain(sentence)
  expect((await site.get('/credits', { as: renter })).text('#deposit')).toContain(
    '$5.00 of that returned after your appeal',
  )
  const again = await decide({ outcome: 'upheld', reasons: 'No.' })
  expect((await site.get(again.location ?? '', { as: admin })).text()).toContain(
    `This appeal was decided by ${admin.fullName} on`,
  )
})

test('an admin asks one side before deciding, and reads the answer on the page', async () => {
  const { closet, renter, admin, id } = await appealed('answered')
  const as = { as: admin }
  const path = `/admin/appeals/${id}`
  const page = await site.get(path, as)
  const form = 'section[aria-labelledby=questions] form'
  const empty = await site.submit(page, form, { words: 'Which cleaner was it?' }, as)
  expect([empty.status, empty.text(form)]).toEqual([
    400,
    expect.stringContaining('Please choose a side.'),
  ])
  const question = { side: 'owner', words: 'Which cleaner was it?' }
  const sent = await site.submit(page, form, question, as)
  expect(sent.location).toBe(path)
  // The same form once more, as after a lost answer.
  await site.submit(page, form, question, as)
  const after = await site.get(path, as)
  expect(after.text('section[aria-label=Messages]')).toContain(
    'Your question was sent to Rosa Vintage.',
  )
  expect(after.$$('section[aria-labelledby=questions] li')).toHaveLength(1)
  const mails = await readRows(db, 'mail_outbox', ['recipient_id', 'subject'], {
    template: 'support-question',
  })
  expect(mails).toMatchObject([{ recipient_id: closet.id }])
  const { id: requestId } = await readRow(db, 'support_requests', 'id', { person_id: closet.id })
  const own = `/help/requests/${requestId}`
  expect((await site.get('/help/requests', { as: closet })).has(`main a[href="${own}"]`)).toBe(true)
  const request = await site.get(own, { as: closet })
  expect(request.text('main')).toMatch(/Question for you.*Please answer below/s)
  expect(request.text('main')).toContain('Which cleaner was it?')
  await site.submit(request, 'form:has([name=words])', { words: 'Acme, on 5th.' }, { as: closet })
  expect((await site.get(path, as)).text('section[aria-labelledby=questions]')).toContain(
    'To answer',
  )
  expect((await site.get('/help/requests', { as: renter })).text('main')).not.toContain('cleaner')
  await site.post(path, { outcome: 'upheld', reasons: 'It was damaged.' }, as)
  const late = await site.post(path, { intent: 'ask', ...question }, as)
  expect((await site.get(late.location ?? '', as)).text()).toContain('You cannot decide this now')
  expect((await site.get(path, as)).has(form)).toBe(false)
})

test('the page of a decision has what the decision needs', async () => {
  const { closet, renter, admin, id } = await appealed('answered')
  const as = { as: admin }
  const { item_id: itemId } = await readRow(db, 'rentals', 'item_id', id)
  await updateRows(db, 'clothing_items', itemId, {
    image_id: (await make.image()).id,
    replacement_value_cents: 28_000,
  })
  const earlier = { closet, renter: await make.shopper(), admin, title: 'Red gown' } as const
  const other = await appealedRental(db, { ...earlier, until: 'decided' }, clock.now())
  const page = await site.get(`/admin/appeals/${id}`, as)
  for (const to of [
    `/admin/users/${renter.id}`,
    `/admin/users/${closet.id}`,
    `/admin/items/${itemId}`,
    `/admin/rentals/${other}`,
  ])
    expect(page.has(`main a[href="${to}"]`)).toBe(true)
  const shown = page.text('main')
  for (const fact of ['$280', '$30.00 left of the renter’s $50.00 deposit', '$20.00 kept'])
    expect(shown).toContain(fact)
  expect(shown).toContain('Appeal: partly granted')
  expect(page.$$('main [aria-labelledby=background] img')).toHaveLength(1)
  // They have not written to each other.
  const messages = `/admin/conversations/${id}`
  expect(page.has(`main a[href="${messages}"]`)).toBe(false)
  await make.conversation({
    item: { id: itemId },
    shopper: renter,
    closet,
    words: ['It was torn.'],
    now: clock.now(),
  })
  expect((await site.get(`/admin/appeals/${id}`, as)).has(`main a[href="${messages}"]`)).toBe(true)
  const unread = await site.get(messages, as)
  expect(unread.text('main')).not.toContain('It was torn.')
  expect((await site.submit(unread, 'main form[method=post]', {}, as)).text('main')).toContain(
    'It was torn.',
  )
  const decision = { outcome: 'upheld', reasons: 'Photos' }
  const decided = await site.post(`/admin/appeals/${id}`, decision, as)
  expect((await site.get(decided.location ?? '', as)).text('[aria-label=Messages]')).toMatch(
    /Decided about Emerald gown\. Ann Lee and .+ will get an email\./,
  )
  expect((await site.get(messages, as)).status).toBe(404)
})

test('an appeal whose decision is late is marked as overdue', async () => {
  const { admin, id } = await appealed('answered')
  const path = `/admin/appeals/${id}`
  const listed = async () =>
    (await site.get('/admin/appeals', { as: admin })).text(`main li:has(a[href="${path}"])`)
  expect(await listed()).not.toContain('Overdue')
  site.clock.advance({ days: 6 })
  expect(await listed()).toContain('Overdue')
  expect((await site.get('/admin', { as: admin })).text()).toMatch(/appeals? to decide[^.]*overdue/)
})

test('an admin who withheld the deposit sees that another admin has to decide', async () => {
  const { admin, id } = await appealed('answered')
  await updateRows(db, 'deposit_claims', { rental_id: id }, { decided_by: admin.id })
  const path = `/admin/appeals/${id}`
  const page = await site.get(path, { as: admin })
  expect(page.text('main')).toContain('Another admin has to decide this appeal.')
  expect(page.has('main [name=outcome]')).toBe(false)
  const posted = await site.post(path, { outcome: 'upheld', reasons: 'Mine' }, { as: admin })
  expect((await site.get(posted.location ?? '', { as: admin })).text()).toContain(
    'Another admin has to decide this appeal.',
  )
})

test('withdrawing an appeal asks for confirmation', async () => {
  const { renter, mine } = await appealed('filed')
  const page = await site.get(mine, { as: renter })
  expect(page.has(`#appeal a[href="${mine}?withdraw"]`)).toBe(true)
  const question = await site.get(`${mine}?withdraw`, { as: renter })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: renter })
  expect((await site.get(mine, { as: renter })).text('#appeal')).toContain(
    'Ann Lee withdrew the appeal.',
  )
})

test('other people find no appeal and cannot act on it', async () => {
  const { id, mine, theirs } = await appealed('filed')
  const [stranger, otherCloset] = [await make.shopper(), await make.closet()]
  const byRenter: Record<string, string>[] = [
    { answer: 'appeal', words: 'Mine' },
    { answer: 'withdraw-appeal' },
    { answer: 'report', report: 'delivery', note: 'Mine' },
  ]
  for (const fields of byRenter)
    expect((await site.post(mine, fields, { as: stranger })).status).toBe(404)
  const byCloset: Record<string, string>[] = [
    { intent: 'answer-appeal', words: 'Mine' },
    { intent: 'report', report: 'delivery', note: 'Mine' },
  ]
  for (const fields of byCloset)
    expect((await site.post(theirs, fields, { as: otherCloset })).status).toBe(404)
  const admin = await make.admin()
  expect((await site.get('/admin/appeals/no-id', { as: admin })).status).toBe(404)
  const none = await appealed('withheld')
  expect((await site.get(`/admin/appeals/${none.id}`, { as: admin })).status).toBe(404)
  expect((await site.get(`/admin/appeals/${id}`, { as: stranger })).status).not.toBe(200)
})

test('both sides add a condition report after the delivery, and see each other’s', async () => {
  const [closet, renter] = [await make.closet(), await make.shopper()]
  const item = await make.item({ closet })
  const rental = await make.rental({ item, renter, status: 'confirmed' })
  const [mine, theirs] = [`/my-rentals/${rental.id}`, `/business/rentals/${rental.id}`]
  await site.post(theirs, { intent: 'deliver' }, { as: closet })
  const empty = await site.post(
    mine,
    { answer: 'report', report: 'delivery', note: '' },
    { as: renter },
  )
  expect([empty.status, empty.text('main')]).toEqual([
    400,
    expect.stringContaining('Please write a note or add a photo.'),
  ])
  const fields = { answer: 'report', report: 'delivery', note: 'A loose button.', photos: photo() }
  expect((await site.post(mine, fields, { as: renter })).location).toBe(mine)
  const own = { intent: 'report', report: 'delivery', note: 'All buttons are tight.' }
  const link = `${theirs}?report=delivery`
  expect((await site.get(theirs, { as: closet })).has(`a[href^="${link}"]`)).toBe(true)
  const form = await site.get(link, { as: closet })
  const saved = await site.submit(form, 'form:has([name=report])', own, { as: closet })
  expect(saved.location).toBe(theirs)
  for (const [path, who] of [
    [mine, renter],
    [theirs, closet],
  ] as const) {
    const page = await site.get(path, { as: who })
    expect(page.text('main')).toContain('“A loose button.”')
    expect(page.text('main')).toContain('“All buttons are tight.”')
    expect(page.has('[name=report][value=delivery]')).toBe(false)
  }
  const again = await site.post(mine, { ...fields, photos: '' }, { as: renter })
  expect((await site.get(again.location ?? '', { as: renter })).text()).toContain(
    'You have already added this report.',
  )
})

test('a condition report on the delivery is refused after 24 hours', async () => {
  const [closet, renter] = [await make.closet(), await make.shopper()]
  const rental = await make.rental({
    item: await make.item({ closet }),
    renter,
    status: 'confirmed',
  })
  const mine = `/my-rentals/${rental.id}`
  await site.post(`/business/rentals/${rental.id}`, { intent: 'deliver' }, { as: closet })
  clock.advance({ hours: 24 })
  expect((await site.get(mine, { as: renter })).has('[name=report]')).toBe(false)
  const late = await site.post(
    mine,
    { answer: 'report', report: 'delivery', note: 'A loose button.' },
    { as: renter },
  )
  expect((await site.get(late.location ?? '', { as: renter })).text()).toContain(
    'A report on the delivery can be added within 24 hours.',
  )
})

test('the list of appeals links to those that an admin has to answer', async () => {
  const { closet, admin, id } = await appealed('filed')
  const list = async () => (await site.get('/admin/appeals', { as: admin })).text('main')
  expect(await list()).not.toContain('your answer')
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await list()).toContain('1 appeal needs your answer')
  const page = await site.get('/admin/appeals', { as: admin })
  expect(page.$$(`main a[href="/admin/rentals/${id}#appeal"]`)).toHaveLength(1)
})
