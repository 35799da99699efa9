import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from '#domain/accounts/sign-in/accounts.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { renewRenterToken } from '#domain/booking/rentals/lists/renter-calendar.ts'
import { findConversation } from '#domain/care/messages/conversation-queries.ts'
import { like } from '#domain/catalogue/likes/likes.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { closeAccount } from './close-account.ts'

const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const now = new Date('2026-11-20T15:00:00Z')
const account = { fullName: 'Ada Moss', email: 'ada-moss@example.test' }
const password = 'silk and linen'
/** Personal data that people enter, besides name and address. */
const details = {
  phone: '(646) 555-0199',
  address: '7 Plum Lane, Brooklyn',
  instagram: 'ada.in.silk',
}

const { db, made } = await testDatabase()

async function member() {
  await signUp(db, auth, { ...account, password, origin: 'https://shop.example' }, now)
  const { id } = await readRow(db, 'user_profiles', 'id', { email: account.email })
  const shopper = asShopper({
    ...account,
    id,
    emailVerified: false,
    accountType: 'regular',
    businessStatus: null,
  })
  if (!shopper) throw new Error('no shopper')
  return shopper
}

async function fillPersonalData({ id }: { readonly id: Awaited<ReturnType<typeof member>>['id'] }) {
  const photo = await made.image({ owner_id: id, use: 'outfit' })
  await insertRows(db, 'business_applications', {
    id: newId(),
    user_id: id,
    full_name: account.fullName,
    city: 'Brooklyn',
    state: 'NY',
    instagram: details.instagram,
    outfit_images: [photo.id],
    driving_distance: '5 miles',
    meeting_flexibility: 'Evenings',
    contact_phone: details.phone,
    applied_at: now,
    status: 'denied',
    denial_reason: 'Not in this city yet',
    reviewed_at: now,
    reviewed_by: (await made.admin()).id,
  })
  const words = { name: account.fullName, email: account.email, message: 'More silk, please.' }
  await insertRows(db, 'feedback', { id: newId(), user_id: id, ...words, created_at: now })
  const item = await made.item()
  await insertRows(db, 'rentals', {
    id: newId(),
    request_key: newId(),
    renter_id: id,
    owner_id: item.business_id,
    item_id: item.id,
    start_date: '2026-10-05',
    end_date: '2026-10-11',
    total_days: 7,
    credits_per_day: 2,
    total_credits: 14,
    created_at: now,
    status: 'cancelled',
    cancellation: 'by_shopper',
    cancelled_at: now,
    cancelled_by: id,
    renter_phone: details.phone,
    delivery_address: details.address,
  })
  await updateRows(db, 'user_profiles', id, {
    phone: details.phone,
    delivery_address: details.address,
    instagram_handle: details.instagram,
  })
  return photo
}

/** What they wrote, chose and set up as a shopper, and as a closet before that. */
async function makeMore(person: Shopper) {
  const board = { id: newId(), name: 'A wedding', share_code: newId(), created_at: now }
  await insertRows(db, 'boards', { ...board, start_date: '2027-06-12', end_date: '2027-06-15' })
  await insertRows(db, 'board_people', {
    ...{ id: newId(), board_id: board.id, position: 1, user_id: person.id, joined_at: now },
    first_name: account.fullName,
  })
  const other = await made.closet()
  await made.supportRequest({ person, words: `Please call ${details.phone}.`, now })
  await made.block(person, await made.shopper())
  await made.block(await made.shopper(), person)
  const { id: conversationId } = await made.conversation({ shopper: person, closet: other, now })
  await insertRows(db, 'reports', {
    ...{ id: newId(), reporter_id: other.id, noun: 'person', noun_id: person.id, at: now },
    ...{ reported_id: person.id, shown: account.fullName, reason: 'fraud', words: 'Never paid.' },
  })
  await insertRows(db, 'person_notes', {
    ...{ id: newId(), person_id: person.id, author_id: (await made.admin()).id, written_at: now },
    words: `${account.fullName} called from ${details.phone}.`,
  })
  await insertRows(db, 'person_cards', {
    ...{ user_id: person.id, method: 'visa', last4: '4242', first_used_at: now, last_used_at: now },
  })
  await insertRows(db, 'failed_payments', {
    ...{ id: 'ch_1', user_id: person.id, amount_cents: 5000, card_last4: '0002', failed_at: now },
  })
  await insertRows(db, 'mail_choices', { user_id: person.id, topic: 'digest', off_at: now })
  await insertRows(db, 'webhook_endpoints', {
    ...{ id: newId(), owner_id: person.id, url: 'https://example.test/', place: 1 },
    ...{ events: ['rental.requested'], secret: 'sealed', created_at: now },
  })
  await insertRows(db, 'outgoing_events', {
    ...{ id: newId(), owner_id: person.id, type: 'rental.requested', payload: '{}', at: now },
  })
  await insertRows(db, 'listing_imports', {
    ...{ id: newId(), owner_id: person.id, file_name: 'list.csv', columns: ['title'] },
    ...{ row_count: 1, made_at: now },
  })
  await insertRows(db, 'closet_holidays', {
    ...{ id: newId(), owner_id: person.id, start_date: '2026-12-01', end_date: '2026-12-02' },
    ...{ note: `Call me: ${details.phone}`, created_at: now },
  })
  const photo = await made.image({ owner_id: person.id, use: 'rating' })
  const rental = await readRow(db, 'rentals', ['id', 'item_id', 'owner_id'], {
    renter_id: person.id,
  })
  await insertRows(db, 'ratings', {
    ...{ id: newId(), rental_id: rental.id, item_id: rental.item_id, side: 'renter', stars: 5 },
    ...{ writer_id: person.id, about_id: rental.owner_id, image_ids: [photo.id] },
    ...{ written_at: now, due_at: now },
  })
  return { photoId: photo.id, other, conversationId }
}

/** Tables in which a text occurs in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by tablename`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n
      from ${sql.table(name)} t where strpos(t::text, ${text}) > 0`.execute(db)
    if (rows[0]?.n) found.push(name)
  }
  return found
}

async function waitFor(shopperId: Awaited<ReturnType<typeof member>>['id']) {
  const item = await made.item()
  await made.rental({ item, start: '2026-12-05', createdAt: now })
  const shopper = { ...account, id: shopperId, emailVerified: false } as const
  await made.entry({
    item,
    shopper: { ...shopper, accountType: 'regular', businessStatus: null },
    start: '2026-12-05',
    end: '2026-12-06',
  })
}

test('after an account is closed no table contains its names or credentials', async () => {
  const person = await member()
  const photo = await fillPersonalData(person)
  expect(await like(db, person, (await made.item()).id, now)).toMatchObject({ ok: true })
  expect(await tablesWith(account.email)).toEqual(['feedback', 'mail_outbox', 'user_profiles'])
  expect(await tablesWith(details.phone)).toEqual([
    'business_applications',
    'rentals',
    'user_profiles',
  ])
  await waitFor(person.id)
  const size = { usualSize: 'M', heightCm: 170, bustCm: 90, waistCm: 70, hipsCm: 96 } as const
  await saveSizeProfile(db, person, size, now)
  await renewRenterToken(db, person, now)
  const theirs = await makeMore(person)
  // The account used to be a closet.
  const calendar = { owner_id: person.id, token: 'x'.repeat(32), made_at: now }
  await db.insertInto('closet_calendars').values(calendar).execute()
  const before = await tablesWith(person.id)
  const removed = [
    'auth_accounts',
    'auth_sessions',
    'auth_verifications',
    'blocks',
    'closet_calendars',
    'failed_payments',
    'likes',
    'listing_imports',
    'mail_choices',
    'outgoing_events',
    'person_cards',
    'person_notes',
    'renter_calendars',
    'size_profiles',
    'waitlist_entries',
    'webhook_endpoints',
  ]
  expect(before).toEqual(expect.arrayContaining(removed))

  const wrong = { person, password: 'not this one' }
  expect(await closeAccount(db, auth, wrong, now)).toMatchObject({ ok: false })
  expect(await tablesWith(account.email)).toContain('user_profiles')
  expect(await closeAccount(db, auth, { person, password }, now)).toMatchObject({ ok: true })

  const goodbye = await db.selectFrom('mail_outbox').select(['template', 'to_address']).execute()
  expect(goodbye).toEqual([{ template: 'farewell', to_address: account.email }])
  await db.deleteFrom('mail_outbox').execute()
  for (const text of [account.fullName, account.email, ...Object.values(details)])
    expect([text, await tablesWith(text)]).toEqual([text, []])
  const after = await tablesWith(person.id)
  const gone = [...removed, 'business_applications', 'mail_outbox']
  expect(after.filter((table) => gone.includes(table))).toEqual([])
  const photos = await db
    .selectFrom('images')
    .select('attached_at')
    .where('id', 'in', [photo.id, theirs.photoId])
    .execute()
  expect(photos).toEqual([{ attached_at: null }, { attached_at: null }])
  expect(await findConversation(db, theirs.other, theirs.conversationId)).toMatchObject({
    readOnly: 'closed',
  })
  expect(await db.selectFrom('ratings').select(['stars', 'image_ids']).execute()).toEqual([
    { stars: 5, image_ids: [] },
  ])
})

test('an admin cannot delete their account', async () => {
  const person = await made.admin()
  expect(await closeAccount(db, auth, { person, password }, now)).toEqual({
    ok: false,
    problem: { reason: 'is-admin' },
  })
})
