import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { personHistory } from './person-history.ts'

const now = new Date('2026-11-29T12:00:00Z')
// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()

test('a history has reports by and about the person, and reviews once they are published', async () => {
  const [person, other] = [await made.shopper(), await made.closet()]
  const reported = (reporter: Person, about: Person) =>
    insertRows(db, 'reports', {
      ...{ id: newId(), reporter_id: reporter.id, noun: 'person', noun_id: about.id, at: now },
      ...{ reported_id: about.id, shown: about.fullName, reason: 'fraud', words: 'Never paid.' },
    })
  await reported(other, person)
  await reported(person, other)
  const rental = await made.rental({
    ...{ renter: person, item: await made.item({ closet: other }), status: 'completed' },
  })
  const rated = (side: 'owner' | 'renter', publishedAt: Date | null) =>
    insertRows(db, 'ratings', {
      ...{ id: newId(), rental_id: rental.id, item_id: rental.item_id, side, stars: 2 },
      writer_id: side === 'owner' ? other.id : person.id,
      about_id: side === 'owner' ? person.id : other.id,
      ...{ words: 'Late.', written_at: now, due_at: now, published_at: publishedAt },
    })
  await rated('owner', now)
  await rated('renter', null)
  const { reports, ratings } = await personHistory(db, admin, person.id)
  expect(reports).toHaveLength(2)
  expect(reports).toContainEqual(
    expect.objectContaining({ isOwn: true, reportedName: other.fullName }),
  )
  expect(reports).toContainEqual(
    expect.objectContaining({ isOwn: false, reporterName: other.fullName, outcome: null }),
  )
  expect(ratings).toMatchObject([
    { isOwn: false, stars: 2, words: 'Late.', writerName: other.fullName },
  ])
})

test('a history has what a renter was late for, lost or did not come for, unless an appeal took it away', async () => {
  const person = await made.shopper()
  const ended = async (set: Parameters<typeof updateRows<'rentals'>>[3]) => {
    const status = set.cancellation ? 'cancelled' : 'completed'
    const { id } = await made.rental({ renter: person, status, createdAt: new Date('2026-06-01Z') })
    await updateRows(db, 'rentals', id, set)
    return id
  }
  const late = { late_at: now, late_by: admin.id }
  const lost = {
    ...late,
    ...{ return_status: 'late' as const, returned_at: null, condition_reviewed_at: now },
  }
  await ended({ late_at: null })
  const marks = {
    late: await ended(late),
    lost: await ended(lost),
    noShow: await ended({
      ...{ cancellation: 'no_show', delivery_status: 'failed', delivered_at: null },
      ...{ confirmed_at: new Date('2026-06-01Z'), cancelled_at: now, cancelled_by: admin.id },
    }),
  }
  const won = await ended(lost)
  const { deposit_id } = await readRow(db, 'rentals', 'deposit_id', won)
  if (!deposit_id) throw new Error('a rental without its deposit')
  await insertRows(db, 'deposit_claims', {
    ...{ rental_id: won, deposit_id, kept_cents: 100, decided_at: now, final_at: now },
  })
  await insertRows(db, 'deposit_appeals', {
    ...{ rental_id: won, filed_at: now, words: 'It came back.', status: 'overturned' },
    ...{ answer_due_at: now, decided_at: now, reasons: 'True.', returned_cents: 100 },
  })
  const history = await personHistory(db, admin, person.id)
  expect(Object.fromEntries(history.marks.map(({ mark, id }) => [mark, id]))).toEqual(marks)
  expect(history.marks).toHaveLength(3)
})

test('of a person with much history little is read', async () => {
  const person = await made.closet({ phone: '646 555 0142', delivery_address: '1 Rose Lane, Troy' })
  await pool.query(`
    set session_replication_role = replica;
    create temporary table n as select n, gen_random_uuid() as id,
      timestamptz '2026-11-29T12:00Z' - n * interval '1 minute' as at from generate_series(1, 9000) n;
    insert into user_profiles (id, full_name, email, phone, delivery_address)
      select id, 'Person ' || n, 'p' || n || '@hemline.test', '6465550142', '1 Rose Lane Troy' from n;
    insert into person_cards (user_id, method, last4, expires, fingerprint, first_used_at, last_used_at)
      select id, 'visa', '4242', '2034-03', case when n % 2 = 0 then 'same' end, at, at from n;
    insert into person_cards (user_id, method, last4, expires, fingerprint, first_used_at, last_used_at)
      values ('${person.id}', 'visa', '4242', '2034-03', 'same', now(), now());
    insert into failed_payments (id, user_id, amount_cents, failed_at)
      select 'ch_' || n, '${person.id}', 5000, at from n;
    insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
        lister_in_good_standing, created_at, updated_at)
      select id, '${person.id}', 'Gown', 'M', 'Formal', 'Party', 2, true, at, at from n;
    insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
        total_days, credits_per_day, total_credits, created_at, status, delivery_status,
        delivered_at, return_status, returned_at, late_at, condition_status, deposit_amount,
        deposit_kept_amount, condition_reviewed_at)
      select id, id, case when n % 2 = 0 then '${person.id}' else id end,
        case when n % 2 = 1 then '${person.id}' else id end, id, '2026-02-01', '2026-02-07', 7, 2, 14,
        at, 'completed', 'delivered', at, 'returned', at, at, 'deposit_kept', 5000, 1000, at from n;
    insert into reports (id, reporter_id, noun, noun_id, reported_id, shown, reason, words, at)
      select id, case when n % 2 = 0 then '${person.id}' else id end, 'item', id,
        case when n % 2 = 1 then '${person.id}' else id end, 'x', 'fraud', 'x', at from n;
    insert into ratings (id, rental_id, side, item_id, about_id, writer_id, stars, written_at, due_at,
        published_at)
      select id, id, 'renter', id, case when n % 2 = 0 then '${person.id}' else id end,
        case when n % 2 = 1 then '${person.id}' else id end, 5, at, at, at from n;
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  const history = await personHistory(db, admin, person.id)
  const { linked, ...others } = history
  expect(Object.values(others).map((rows) => rows.length)).toEqual([0, 20, 20, 10, 10, 10])
  expect(linked.length).toBeGreaterThan(9)
  expect(linked.length).toBeLessThan(41)
  expect(
    await maxRowsHandled(database, (from) => personHistory(from, admin, person.id)),
  ).toBeLessThan(100)
})
