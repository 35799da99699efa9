import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { RentalStatus } from '#db/enums.ts'
import type { ImageId, PersonId, SupportRequestId } from '#db/ids.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import { notifyAdmins } from '#domain/admin/notices/admin-notifications.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { answerRequest, assignRequest, closeRequest } from './answer-request.ts'
import {
  closeAnsweredRequests,
  removeOldRequests,
  removeSupportRequestsOf,
} from './end-requests.ts'
import { type NewSupportRequest, openSupportRequest } from './support.ts'
import {
  assignableAdmins,
  countOpenRequests,
  findRequest,
  type SupportFilter,
  supportList,
} from './support-list.ts'
import { findOwnRequest, mayReadSupportPhoto, ownRequests } from './support-queries.ts'
import { closeOwnRequest, writeInRequest } from './write-in-request.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const later = (ms: number) => new Date(now.getTime() + ms)

const open = (person: Shopper, input: Partial<NewSupportRequest> = {}, at = now) =>
  openSupportRequest(
    db,
    person,
    {
      kind: 'damaged',
      about: null,
      words: 'The zipper is stuck.',
      imageIds: [],
      requestKey: newId(),
      today,
      timeZone: 'America/New_York',
      origin,
      ...input,
    },
    at,
  )

const write = (
  person: Shopper,
  id: SupportRequestId,
  words: string,
  at: Date,
  photos: ImageId[] = [],
) =>
  writeInRequest(
    db,
    person,
    { id, words, imageIds: photos, requestKey: newId(), today, origin },
    at,
  )

const rowOf = async (id: SupportRequestId) =>
  await readRow(
    db,
    'support_requests',
    ['status', 'due_at', 'is_urgent', 'message_count', 'assigned_to', 'closed_by'],
    id,
  )

const mailsTo = async (id: PersonId) =>
  await readRows(
    db,
    'mail_outbox',
    ['template', 'subject', 'text_body'],
    { recipient_id: id },
    'created_at',
  )

async function photoOf({ id }: Shopper): Promise<ImageId> {
  return (await made.image({ owner_id: id, attached_at: null, use: 'support' })).id
}

test('a request is confirmed by email with the time of the answer, and admins are told once', async () => {
  const admin = await made.admin()
  const person = await made.shopper()
  const requestKey = newId()
  const opened = await open(person, { requestKey })
  expect(await open(person, { requestKey, words: 'Again.' })).toEqual(opened)
  expect(await rowOf(requestKey)).toMatchObject({
    status: 'open',
    due_at: later(DAY),
    is_urgent: false,
    message_count: 1,
  })
  expect(await mailsTo(person.id)).toMatchObject([
    {
      template: 'support-received',
      text_body: expect.stringMatching(
        `We answer by Sat, Nov 21, 10 AM EST[^]*${origin}/help/requests/${requestKey}`,
      ),
    },
  ])
  const job = { event: 'support-request', id: requestKey } as const
  const place = { origin, timeZone: 'America/New_York', paymentsAreReal: false }
  for (const _ of [1, 2]) await notifyAdmins(db, job, place, now)
  expect(await mailsTo(admin.id)).toMatchObject([
    {
      subject: `${person.fullName} needs an answer`,
      text_body: expect.stringContaining(`/admin/support/${requestKey}`),
    },
  ])
  expect(await open(await made.shopper(), { requestKey })).toMatchObject({
    problem: { reason: 'request-used' },
  })
})

test.for<[RentalStatus, number, boolean]>([
  ['confirmed', 2, true],
  ['confirmed', 3, false],
  ['delivered', -1, true],
  ['completed', -9, false],
  ['cancelled', 1, false],
])('a request about a rental that is %s and starts in %i days is urgent: %s', async ([
  status,
  days,
  isUrgent,
]) => {
  const renter = await made.shopper()
  const start = addDays(today, days)
  const createdAt = later(-20 * DAY)
  const { id: rentalId } = await made.rental({ renter, status, start, days: 3, createdAt })
  const requestKey = newId()
  expect(await open(renter, { about: { rentalId }, requestKey })).toMatchObject({ ok: true })
  const hours = isUrgent ? 4 : 24
  expect(await rowOf(requestKey)).toMatchObject({
    is_urgent: isUrgent,
    due_at: later(hours * HOUR),
  })
})

test('people write about their own rentals and items that they see, on both sides', async () => {
  const closet = await made.closet()
  const owner = asShopper(closet)
  if (!owner) throw new Error('no shopper')
  const renter = await made.shopper()
  const item = await made.item({ closet })
  const hidden = await made.item({ approval_status: 'pending' })
  const { id: rentalId } = await made.rental({ item, renter })
  const reason = async (person: Shopper, about: NewSupportRequest['about']) => {
    const outcome = await open(person, { about })
    return outcome.ok ? 'opened' : outcome.problem.reason
  }
  expect(await reason(renter, { rentalId })).toBe('opened')
  expect(await reason(owner, { rentalId })).toBe('opened')
  expect(await reason(await made.shopper(), { rentalId })).toBe('subject-not-found')
  expect(await reason(renter, { itemId: item.id })).toBe('opened')
  expect(await reason(renter, { itemId: hidden.id })).toBe('subject-not-found')
})

test('a message says something, is short, and has at most three photos of its writer', async () => {
  const person = await made.shopper()
  const reason = async (input: Partial<NewSupportRequest>) => {
    const outcome = await open(person, input)
    return outcome.ok ? 'opened' : outcome.problem.reason
  }
  expect(await reason({ words: ' \u200B ' })).toBe('words-missing')
  expect(await reason({ words: 'x'.repeat(2001) })).toBe('words-too-long')
  const photos = await Promise.all([1, 2, 3, 4].map(() => photoOf(person)))
  expect(await reason({ imageIds: photos })).toBe('too-many-photos')
  expect(await reason({ imageIds: [await photoOf(await made.shopper())] })).toBe('image-unknown')
  expect(await readRows(db, 'support_requests', 'id', { person_id: person.id })).toEqual([])
  expect(await reason({ imageIds: photos.slice(0, 3) })).toBe('opened')
})

test('one account has at most five requests that are not closed, and opens ten a day', async () => {
  const person = await made.shopper()
  const opened = await Promise.all(Array.from({ length: 7 }, () => open(person)))
  expect(opened.filter(({ ok }) => ok)).toHaveLength(5)
  expect(opened.find(({ ok }) => !ok)).toMatchObject({ problem: { reason: 'too-many-open' } })
  const closeAll = async () => {
    for (const { id } of await readRows(db, 'support_requests', 'id', { person_id: person.id }))
      await closeOwnRequest(db, person, id, now)
  }
  await closeAll()
  for (let n = 0; n < 5; n++) expect(await open(person)).toMatchObject({ ok: true })
  await closeAll()
  expect(await open(person)).toMatchObject({ problem: { reason: 'too-many-today' } })
  expect(await open(person, {}, later(DAY))).toMatchObject({ ok: true })
})

test('an answer is mailed, a reply opens the request again, with a new time for the answer', async () => {
  const admin = await made.admin()
  const { id, person } = await made.supportRequest({ now })
  const answer = (seen: number, closes: boolean, at: Date) =>
    made.supportAnswer(admin, id, { seen, closes, words: 'Pull it gently.', now: at })
  await answer(1, false, later(HOUR))
  expect(await rowOf(id)).toMatchObject({ status: 'answered', assigned_to: admin.id })
  expect((await mailsTo(person.id)).at(-1)).toMatchObject({
    template: 'support-answered',
    text_body: expect.stringMatching('Pull it gently.[^]*If we can help further'),
  })
  await write(person, id, 'It broke.', later(2 * HOUR))
  expect(await rowOf(id)).toMatchObject({ status: 'open', due_at: later(26 * HOUR) })
  // Another message does not move the time.
  await write(person, id, 'Hello?', later(3 * HOUR))
  expect(await rowOf(id)).toMatchObject({ status: 'open', due_at: later(26 * HOUR) })
  // The admin who answers is told, not everybody.
  expect((await mailsTo(admin.id)).map(({ template }) => template)).toEqual([
    'support-reply',
    'support-reply',
  ])
  await answer(4, true, later(4 * HOUR))
  expect(await rowOf(id)).toMatchObject({ status: 'closed', closed_by: admin.id })
  expect((await mailsTo(person.id)).at(-1)?.text_body).toContain('We closed your request.')
  expect(await write(person, id, 'Thanks!', later(4 * HOUR + 14 * DAY + 1))).toMatchObject({
    problem: { reason: 'closed' },
  })
  expect(await write(person, id, 'Not yet.', later(4 * HOUR + 14 * DAY))).toMatchObject({
    ok: true,
  })
  expect(await rowOf(id)).toMatchObject({ status: 'open', closed_by: null, message_count: 6 })
  const messages = await findOwnRequest(db, person, id, later(DAY))
  expect(messages?.messages.map(({ body, isAnswer }) => [body, isAnswer])).toEqual([
    ['The zipper is stuck.', false],
    ['Pull it gently.', true],
    ['It broke.', false],
    ['Hello?', false],
    ['Pull it gently.', true],
    ['Not yet.', false],
  ])
})

test('an admin reads what was written in the meantime before they answer or close', async () => {
  const [admin, other] = [await made.admin(), await made.admin()]
  const { id, person } = await made.supportRequest({ now })
  const answer = (seen: number, requestKey = newId()) =>
    answerRequest(
      db,
      admin,
      { id, seen, words: 'Yes.', closes: false, imageIds: [], requestKey, origin },
      now,
    )
  await made.supportAnswer(other, id, { now })
  expect(await answer(1)).toEqual({ ok: false, problem: { reason: 'changed', by: other.fullName } })
  await write(person, id, 'Thank you.', now)
  expect(await closeRequest(db, admin, { id, seen: 2 }, now)).toMatchObject({
    problem: { reason: 'changed', by: person.fullName },
  })
  const key = newId()
  expect(await answer(3, key)).toMatchObject({ ok: true })
  expect(await answer(3, key)).toMatchObject({ ok: true })
  expect(await rowOf(id)).toMatchObject({ message_count: 4, assigned_to: other.id })
  expect(await closeRequest(db, admin, { id, seen: 4 }, now)).toMatchObject({ ok: true })
  expect((await mailsTo(person.id)).map(({ template }) => template)).toEqual([
    'support-received',
    'support-answered',
    'support-answered',
  ])
})

test('two admins who answer at once: one is told to read the other answer first', async () => {
  const admins = [await made.admin(), await made.admin()]
  const { id } = await made.supportRequest({ now })
  const outcomes = await Promise.all(
    admins.map((admin) =>
      answerRequest(
        db,
        admin,
        { id, seen: 1, words: 'Hello.', closes: false, imageIds: [], requestKey: newId(), origin },
        now,
      ),
    ),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { reason: 'changed' } })
})

test('only its person closes a request that nobody has answered', async () => {
  const { id, person } = await made.supportRequest({ now })
  const admin = await made.admin()
  expect(await closeRequest(db, admin, { id, seen: 1 }, now)).toMatchObject({
    problem: { reason: 'unanswered' },
  })
  expect(await closeOwnRequest(db, await made.shopper(), id, now)).toMatchObject({
    problem: { reason: 'request-not-found' },
  })
  expect(await closeOwnRequest(db, person, id, now)).toMatchObject({ ok: true })
  expect(await rowOf(id)).toMatchObject({ status: 'closed', closed_by: person.id })
})

test('a request has at most 100 messages', async () => {
  const { id, person } = await made.supportRequest({ now })
  for (let n = 1; n < 100; n++)
    expect(await write(person, id, `Message ${n}`, later(n))).toMatchObject({ ok: true })
  expect(await write(person, id, 'One more', later(DAY))).toMatchObject({
    problem: { reason: 'full' },
  })
  expect(await findOwnRequest(db, person, id, now)).toMatchObject({ mayWrite: false })
})

test('a request is assigned to an admin, who is told by another one, unless it was taken before', async () => {
  const [admin, other] = [await made.admin(), await made.admin()]
  const { id } = await made.supportRequest({ now })
  const assign = (to: PersonId | null, seenTo: PersonId | null) =>
    assignRequest(db, admin, { id, to, seenTo, origin }, now)
  expect(await assign(admin.id, null)).toMatchObject({ value: { name: admin.fullName } })
  expect(await assign(other.id, null)).toMatchObject({
    problem: { reason: 'assigned-already', to: admin.fullName },
  })
  expect(await assign(other.id, admin.id)).toMatchObject({ ok: true })
  expect(await mailsTo(other.id)).toMatchObject([{ template: 'support-assigned' }])
  expect(await mailsTo(admin.id)).toEqual([])
  expect(await assign((await made.shopper()).id, other.id)).toMatchObject({
    problem: { reason: 'not-an-admin' },
  })
  expect((await assignableAdmins(db, admin)).map((one) => one.id)).toEqual(
    expect.arrayContaining([admin.id, other.id]),
  )
})

test('admins list requests by the next due, and by kind, person and who answers', async () => {
  const admin = await made.admin()
  const renter = await made.shopper()
  const { id: rentalId } = await made.rental({ renter, start: addDays(today, 1), createdAt: now })
  const at = later(100 * DAY)
  const slow = await made.supportRequest({ kind: 'account', now: at })
  await made.supportRequest({ kind: 'payment', now: new Date(at.getTime() + 1) })
  const mine = await made.supportRequest({ kind: 'account', now: new Date(at.getTime() + 2) })
  const assignment = { id: mine.id, to: admin.id, seenTo: null, origin }
  await assignRequest(db, admin, assignment, at)
  const early = await made.supportRequest({ person: renter, about: { rentalId }, now })
  const idsOf = async (filter: Partial<SupportFilter>, after: string | null = null) => {
    const all = { part: 'open', kind: null, personId: null, ...filter } as const
    const { rows } = await supportList(db, admin, all, { after, now: at })
    return rows.map(({ id }) => id)
  }
  expect(await idsOf({ kind: 'account' })).toEqual([slow.id, mine.id])
  expect(await idsOf({ part: 'mine' })).toEqual([mine.id])
  expect(await idsOf({ part: 'all', personId: renter.id })).toEqual([early.id])
  const listed = await idsOf({})
  expect(listed.indexOf(early.id)).toBeLessThan(listed.indexOf(slow.id))
  await made.supportAnswer(admin, slow.id, { now: at })
  expect(await idsOf({ kind: 'account' })).toEqual([mine.id])
  expect(await idsOf({ kind: 'account', part: 'answered' })).toEqual([slow.id])
  const { open: counted, overdue } = await countOpenRequests(db, admin, at)
  expect([counted > overdue, overdue > 0]).toEqual([true, true])
  expect(await findRequest(db, admin, early.id, at)).toMatchObject({
    isOverdue: true,
    isUrgent: true,
    rentalId,
    others: 0,
  })
})

test('the pages of a list follow each other', async () => {
  const admin = await made.admin()
  const person = await made.shopper()
  const ids: SupportRequestId[] = []
  for (let n = 0; n < 30; n++) {
    const { id } = await made.supportRequest({ person, now: later(n * DAY) })
    await closeOwnRequest(db, person, id, later(n * DAY))
    ids.unshift(id)
  }
  const filter = { part: 'closed', kind: null, personId: person.id } as const
  const pages = async (
    read: (
      after: string | null,
    ) => Promise<{ rows: readonly { id: string }[]; next: string | null }>,
  ) => {
    const first = await read(null)
    const second = await read(first.next)
    return [...first.rows, ...second.rows].map(({ id }) => id)
  }
  expect(await pages((after) => supportList(db, admin, filter, { after, now }))).toEqual(ids)
  expect(await pages((after) => ownRequests(db, person, after))).toEqual(ids)
})

test('its person and admins see a photo, and nobody else', async () => {
  const person = await made.shopper()
  const imageId = await photoOf(person)
  const requestId = newId()
  await open(person, { requestKey: requestId, imageIds: [imageId] })
  const photo = { requestId, messageId: requestId, imageId }
  expect(await mayReadSupportPhoto(db, person, photo)).toBe(true)
  expect(await mayReadSupportPhoto(db, await made.admin(), photo)).toBe(true)
  expect(await mayReadSupportPhoto(db, await made.shopper(), photo)).toBe(false)
  expect(await mayReadSupportPhoto(db, person, { ...photo, imageId: newId() })).toBe(false)
})

test('an answered request closes after 14 days, and a closed one is removed after 24 months', async () => {
  const person = await made.shopper()
  const imageId = await photoOf(person)
  const id = newId()
  await open(person, { requestKey: id, imageIds: [imageId] })
  await made.supportAnswer(await made.admin(), id, { now })
  await closeAnsweredRequests(db, later(14 * DAY))
  expect(await rowOf(id)).toMatchObject({ status: 'answered' })
  await closeAnsweredRequests(db, later(14 * DAY + 2))
  expect(await rowOf(id)).toMatchObject({ status: 'closed', closed_by: null })
  await removeOldRequests(db, new Date('2028-11-20T15:00:00Z'))
  expect(await readRows(db, 'support_requests', 'id', { id })).toHaveLength(1)
  await removeOldRequests(db, new Date('2028-11-20T15:00:01Z'))
  expect(await readRows(db, 'support_requests', 'id', { id })).toEqual([])
  expect(await readRow(db, 'images', 'attached_at', imageId)).toEqual({ attached_at: null })
})

test('a person has their requests in their data, and takes them along when they leave', async () => {
  const { id, person } = await made.supportRequest({ now, words: 'My secret address.' })
  await made.supportAnswer(await made.admin(), id, { now })
  const { supportRequests } = await ownData(db, person, now)
  expect(supportRequests.map(({ body, is_answer }) => [body, is_answer])).toEqual([
    ['We are on it.', true],
    ['My secret address.', false],
  ])
  await inTransaction(db, (tx) => removeSupportRequestsOf(tx, person.id))
  expect(await readRows(db, 'support_requests', 'id', { person_id: person.id })).toEqual([])
  expect(await readRows(db, 'support_messages', 'id', { request_id: id })).toEqual([])
})
