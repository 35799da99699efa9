import { expect, test } from 'vitest'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { lateFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import { addDays, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { rentedDresses } from './rented-dress.ts'

const site = await testSite()
const { make, clock } = site
const { today, rentalRow, rentedDress, mailsAbout } = rentedDresses(site)

test('when two people decide at once, one decision counts and the other person sees who made it', async () => {
  const { closet, rental, path } = await rentedDress()
  const admin = await make.admin({ full_name: 'Ada Admin' })
  const adminPath = `/admin/rentals/${rental.id}`
  await Promise.all([
    site.post(path, { intent: 'deliver' }, { as: closet }),
    site.post(adminPath, { intent: 'fail-delivery', confirmed: 'yes' }, { as: admin }),
  ])
  const results = [
    (await site.get(path, { as: closet })).text(),
    (await site.get(adminPath, { as: admin })).text(),
  ]
  const { status } = await rentalRow(rental.id)
  const [loser, winnerDid] =
    status === 'delivered'
      ? [results[1], `${closet.fullName} already marked it as delivered.`]
      : [results[0], 'Ada Admin already marked its delivery as failed.']
  expect(loser).toContain(`Failed to update delivery status: ${winnerDid}`)
  expect(results.filter((text) => text.includes('Failed to'))).toHaveLength(1)
})

test('a step that is not possible yet is refused with a message about that step', async () => {
  const { closet, rental, path } = await rentedDress()
  for (const [intent, sentence] of [
    ['record-return', 'Failed to update return status'],
    ['mark-late', 'Failed to update return status'],
    ['approve-condition', 'Failed to approve condition'],
  ] as const) {
    await site.post(path, { intent }, { as: closet })
    expect((await site.get(path, { as: closet })).text()).toContain(sentence)
  }
  await site.post(path, { intent: 'keep-deposit', keep: '1' }, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain('Failed to process deposit')
  expect((await rentalRow(rental.id)).status).toBe('pending')
})

test('a step can be undone from its toast, and later only by an admin', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const page = await site.get(path, { as: closet })
  const undo = page.$('[aria-label="Messages"] a').getAttribute('href') ?? ''
  expect(undo).toBe(`${path}?undo=undo-deliver`)
  const question = await site.get(undo, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Undo this delivery?')
  clock.advance({ seconds: 14 * 60 })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(await rentalRow(rental.id)).toMatchObject({ status: 'confirmed', delivered_at: null })
  expect(await mailsAbout(rental.id)).toEqual(['rental-deliver', 'rental-undo-deliver'])
  expect((await site.get(`/my-rentals/${rental.id}`, { as: renter })).text('main')).toContain(
    'Confirmed',
  )

  await site.post(path, { intent: 'deliver' }, { as: closet })
  clock.advance({ seconds: 15 * 60 })
  expect((await site.get(path, { as: closet })).text('main')).not.toContain('Undo')
  const form = { intent: 'undo', correction: 'undo-deliver' }
  await site.post(path, form, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain('This can no longer be undone.')
  await site.post(`/admin/rentals/${rental.id}`, form, { as: await make.admin() })
  expect((await rentalRow(rental.id)).status).toBe('confirmed')
})

test('a rental cannot be marked as late before it is late', async () => {
  const { closet, rental, path } = await rentedDress()
  await site.post(path, { intent: 'deliver' }, { as: closet })
  expect((await site.get(path, { as: closet })).$$('button[value=mark-late]')).toEqual([])
  await site.post(path, { intent: 'mark-late', confirmed: 'yes' }, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain(
    `it can be marked as late from ${showDate(lateFrom(addDays(today, 6)))}.`,
  )
  expect((await rentalRow(rental.id)).return_status).toBe('pending')
})

test('marking as late has a separate form, without the note and photos of a return', async () => {
  const { closet, path } = await rentedDress(addDays(today, -7))
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const page = await site.get(path, { as: closet })
  const fields = (button: string) =>
    page.$$(`form:has(button[value=${button}]) [name]`).map((field) => field.getAttribute('name'))
  expect(fields('mark-late')).toEqual(['intent'])
  expect(fields('record-return')).toEqual(['step', 'note', 'photos', 'intent'])
})

test('a return with too long a note is refused, and the note stays', async () => {
  const { closet, path } = await rentedDress()
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const form = 'form:has(button[value=record-return])'
  const note = 'x'.repeat(MAX_NOTE_CHARACTERS + 1)
  const refused = await site.submit(
    await site.get(path, { as: closet }),
    form,
    { note, intent: 'record-return' },
    { as: closet },
  )
  expect(refused.status).toBe(400)
  expect(refused.text(form)).toContain('Please keep it to')
  expect(refused.$(`${form} [name=note]`).textContent).toBe(note)
})

test('there is a button for each step that is possible now', async () => {
  const { closet, path } = await rentedDress(addDays(today, -7))
  const buttons = async () =>
    (await site.get(path, { as: closet }))
      .$$('main button[name=intent]:not([value^=arrange])')
      .map((button) => button.getAttribute('value'))
      .filter((step) => !step?.startsWith('arrange-'))
  expect(await buttons()).toEqual(['accept', 'deliver', 'fail-delivery'])
  await site.post(path, { intent: 'deliver' }, { as: closet })
  expect(await buttons()).toEqual(['record-return', 'mark-late'])
  const question = await site.post(path, { intent: 'mark-late' }, { as: closet })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(await buttons()).toEqual(['record-return'])
  await site.post(path, { intent: 'record-return' }, { as: closet })
  expect(await buttons()).toEqual(['approve-condition', 'keep-deposit'])
})

test('an item that never came back: statement, question, page, and its return when it turns up', async () => {
  const { closet, renter, rental, path } = await rentedDress(addDays(today, -14))
  const as = { as: closet }
  await site.post(path, { intent: 'deliver' }, as)
  const page = await site.get(path, as)
  expect(page.$$('main button[value=mark-lost]')).toHaveLength(1)
  expect(page.text('main')).toContain(
    'You keep $50.00, all that is left of the deposit. The rental ends and earns as usual.',
  )
  const lost = { intent: 'mark-lost', step: 'lost' }
  const empty = await site.post(path, lost, as)
  expect(empty.text('main')).toContain('Please say what happened. The renter will get it by email.')
  const question = await site.post(path, { ...lost, notes: 'No answer for a week.' }, as)
  expect(question.text('dialog[open]')).toContain('“No answer for a week.”')
  await site.submit(question, 'dialog[open] form[method=post]', {}, as)
  expect(await rentalRow(rental.id)).toMatchObject({ status: 'completed', return_status: 'late' })
  expect(await mailsAbout(rental.id)).toEqual(['rental-deliver', 'rental-mark-lost'])
  const after = await site.get(path, as)
  expect(after.text('main')).toContain('Never came back')
  expect(after.text('main button[value=record-return]')).toBe('It turned up')
  const own = await site.get(`/my-rentals/${rental.id}`, { as: renter })
  expect(own.text('main')).toContain('The closet says that it never came back.')
  expect(own.text('main')).toContain('$50.00 of your deposit was kept.')
  await site.post(path, { intent: 'record-return', step: 'return' }, as)
  expect(await rentalRow(rental.id)).toMatchObject({
    status: 'delivered',
    return_status: 'returned',
    deposit_kept_amount: 0,
  })
  expect(await mailsAbout(rental.id)).toEqual([
    'rental-deliver',
    'rental-mark-lost',
    'rental-turn-up',
  ])
})

test('for their own rental an admin sees who acts next, and no refused buttons', async () => {
  const admin = await make.admin()
  const item = await make.item({ closet: await make.closet() })
  const rental = await make.rental({ item, renter: admin, start: today })
  const path = `/admin/rentals/${rental.id}`
  const page = await site.get(path, { as: admin })
  expect(page.text('main')).toContain(
    'This is your own rental, so another admin or the closet has to take the next step.',
  )
  expect(page.text('main')).toContain('The closet or another admin can answer until ')
  expect(page.text('main')).not.toContain('Please answer')
  expect(page.text('main')).toContain('Cancel this rental')
  const steps = 'main button:is([value=accept], [value=deliver], [value=fail-delivery])'
  expect(page.$$(steps)).toEqual([])
  const list = await site.get('/admin/rentals?filter=all', { as: admin })
  expect(list.text('main')).toContain('Your own rental')
  expect(list.$$(`main form:has([name=rental][value="${rental.id}"])`)).toEqual([])
  expect(list.$$(`main a[href^="${path}?"]`)).toEqual([])
  await site.post(path, { intent: 'deliver' }, { as: admin })
  expect((await site.get(path, { as: admin })).text()).toContain(
    'this is your own rental, so another admin or the closet has to take the next step.',
  )
  const quick = { intent: 'accept', rental: rental.id }
  await site.post('/admin/rentals', quick, { as: admin })
  expect(await rentalRow(rental.id)).toMatchObject({ status: 'pending' })
})

test('an admin who cancels their own rental reads the same as any renter', async () => {
  const admin = await make.admin()
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Silk dress', advance_booking: true })
  const rental = await make.rental({ item, renter: admin, start: addDays(today, 2) })
  const path = `/admin/rentals/${rental.id}`
  const ask = async () => (await site.get(`${path}?cancel=yes`, { as: admin })).text('dialog[open]')
  expect(await ask()).toContain('You get 14 credits back. You will get an email.')
  const question = await site.get(`${path}?cancel=yes&returnTo=/admin/rentals`, { as: admin })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: admin })
  expect((await site.get('/admin/rentals', { as: admin })).text()).toContain(
    'Canceled: Silk dress. You will get an email.',
  )
})

test('a renter who did not come: question, page, contest, answer and decision', async () => {
  const { closet, renter, rental, path } = await rentedDress(today)
  const as = { as: closet }
  await site.post(path, { intent: 'accept' }, as)
  const step = { intent: 'mark-no-show', step: 'delivery', note: 'I waited an hour.' }
  const question = await site.post(path, step, as)
  expect(question.text('dialog[open]')).toContain('the price of the first week, stay paid')
  await site.submit(question, 'dialog[open] form[method=post]', {}, as)
  expect(await rentalRow(rental.id)).toMatchObject({ status: 'cancelled', cancellation: 'no_show' })
  expect((await site.get(path, as)).text('main')).toMatch(/No-show *The renter did not come\./)
  const own = `/my-rentals/${rental.id}`
  const page = await site.get(own, { as: renter })
  expect(page.text('main')).toMatch(/No-show *The closet says that you did not come\./)
  expect(page.text('#return-request')).toContain('You can contest it until')
  const form = '#return-request form'
  const empty = await site.submit(
    page,
    form,
    { answer: 'request-return', words: '' },
    { as: renter },
  )
  expect(empty.text('#return-request')).toContain('Please say what happened.')
  const words = 'I rang the bell at 6 PM.'
  const sent = await site.submit(page, form, { answer: 'request-return', words }, { as: renter })
  expect(sent.location).toContain(own)
  const answered = await site.get(path, as)
  expect(answered.text('#return-request')).toContain(words)
  const nobody = { intent: 'contest-return', words: 'Nobody rang.' }
  await site.submit(answered, '#return-request form', nobody, as)
  const admin = { as: await site.make.admin() }
  const list = await site.get('/admin/returns', admin)
  expect(list.text('main')).toContain('No-show contested')
  for (const [address, who] of [
    [path, as],
    [own, { as: renter }],
    [`/admin/rentals/${rental.id}`, admin],
    [`/admin/users/${renter.id}`, admin],
  ] as const)
    expect((await site.get(address, who)).text('main')).toContain('No-show contested')
  const csv = await site.get('/admin/export/rentals', admin)
  expect(csv.html.split('\n').find((line) => line.includes(rental.id))).toContain(',No-show,')
  const decide = await site.get(`/admin/returns/${rental.id}`, admin)
  expect(decide.text('h1')).toBe('Contested no-show about Emerald gown')
  expect(decide.text('main')).toContain('I waited an hour.')
  expect(decide.text('main')).toContain('Does the renter get the first week back?')
  const decision = { outcome: 'refused', reasons: 'The messages show it.' }
  await site.submit(decide, 'main form[method=post]', decision, admin)
  const end = await site.get(own, { as: renter })
  expect(end.text('#return-request')).toContain(
    'The first week stays paid. This decision is final.',
  )
  expect(await mailsAbout(rental.id)).toContain('rental-mark-no-show')
})
