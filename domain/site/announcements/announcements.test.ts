import { expect, test } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import type { AnnouncementId } from '#db/ids.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { bannersFor } from '#domain/site/settings/open-banners.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_SHOWN, MAX_OPEN_ANNOUNCEMENTS } from './announcement-limits.ts'
import { announcementState } from './announcement-state.ts'
import {
  announcementList,
  dismissBanner,
  findAnnouncement,
  forgetDismissals,
  removeDismissalsOf,
  unseenBanner,
} from './announcements.ts'
import { type DraftInput, deleteDraft, saveAnnouncement } from './edit-announcement.ts'
import { countReached, endAnnouncement, publishAnnouncement } from './publish-announcement.ts'

const HOUR_MS = 3_600_000
const timeZone = 'America/New_York'
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn(timeZone, now)
const at = { now, timeZone, today }
const lastOfAll = parseCalendarDate('9999-12-31')
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)

const draft = {
  ...{ title: 'New arrivals', words: 'Winter coats are here.', linkAddress: '', linkLabel: '' },
  audience: 'everybody',
  ...{ cityId: null, hasBanner: true, hasEmail: false },
  ...{ startsOn: today, endsOn: today, seen: null },
} as const

async function open() {
  const { db, made } = await testDatabase()
  const admin = await made.admin()
  const save = async (input: Partial<DraftInput>) => {
    const saved = await saveAnnouncement(db, admin, { ...draft, id: newId(), ...input }, at)
    if (saved.ok) return 'saved'
    return saved.problem.reason === 'not-valid' ? saved.problem.problems : saved.problem.reason
  }
  return { db, made, admin, save }
}

async function publish(db: Db, admin: Admin, id: AnnouncementId, when = at) {
  const seen = (await findAnnouncement(db, admin, id))?.version ?? ''
  const published = await publishAnnouncement(db, admin, { id, seen }, when)
  return published.ok ? 'published' : published.problem.reason
}

test('a draft has a title, a text, an audience, a way, days, and a link that leads somewhere', async () => {
  const { made, save } = await open()
  const cityId = (await made.city()).id
  const inactive = (await made.city({ is_active: false })).id
  const cases: readonly (readonly [Partial<DraftInput>, readonly string[]])[] = [
    [{ title: ' \u200b ' }, ['title-missing']],
    [{ title: '🪡'.repeat(81), words: '' }, ['title-too-long', 'words-missing']],
    [{ words: 'x'.repeat(501) }, ['words-too-long']],
    [{ linkAddress: 'http://a.example', linkLabel: 'Go' }, ['link-not-allowed']],
    [{ linkAddress: '//evil.example', linkLabel: 'Go' }, ['link-not-allowed']],
    [{ linkAddress: '/\\evil.example', linkLabel: 'Go' }, ['link-not-allowed']],
    [{ linkAddress: 'javascript:alert(1)', linkLabel: 'Go' }, ['link-not-allowed']],
    [{ linkAddress: 'https://a.example:port', linkLabel: 'Go' }, ['link-not-allowed']],
    [{ linkAddress: `/${'x'.repeat(300)}`, linkLabel: 'Go' }, ['link-too-long']],
    [{ linkAddress: '/styles' }, ['label-missing']],
    [{ linkAddress: '/styles', linkLabel: 'x'.repeat(41) }, ['label-too-long']],
    [{ linkLabel: 'Go' }, ['label-without-link']],
    [{ audience: null }, ['audience-missing']],
    [{ audience: 'renters' }, ['city-missing']],
    [{ audience: 'renters', cityId: inactive }, ['city-missing']],
    [{ audience: 'closets', cityId }, ['city-without-renters']],
    [{ hasBanner: false }, ['nowhere']],
    [{ startsOn: null, endsOn: null }, ['start-missing', 'end-missing']],
    [{ startsOn: addDays(today, -1) }, ['start-past']],
    [{ startsOn: addDays(today, 1) }, ['end-before-start']],
    [{ endsOn: addDays(today, MAX_DAYS_SHOWN) }, ['too-many-days']],
    [{ startsOn: lastOfAll, endsOn: lastOfAll }, ['start-too-far']],
    [
      {
        startsOn: addDays(today, MAX_DAYS_AHEAD + 1),
        endsOn: addDays(today, MAX_DAYS_AHEAD + 1),
      },
      ['start-too-far'],
    ],
  ]
  for (const [input, problems] of cases)
    expect(await save(input), JSON.stringify(input)).toEqual(problems)
  const longest = {
    ...{ title: '🪡'.repeat(80), words: 'x'.repeat(500), linkLabel: 'y'.repeat(40) },
    ...{ linkAddress: 'https://a.example/b?c#d', cityId, hasEmail: true },
    audience: 'renters',
    ...{ startsOn: addDays(today, MAX_DAYS_AHEAD) },
    endsOn: addDays(today, MAX_DAYS_AHEAD + MAX_DAYS_SHOWN - 1),
  } as const
  expect(await save(longest)).toBe('saved')
  expect(await save({ linkAddress: '/styles?size=M', linkLabel: 'Go' })).toBe('saved')
})

test('the database keeps the rules too', async () => {
  const { db, made } = await open()
  const { id } = await made.draftAnnouncement({ now })
  for (const [set, rule] of [
    [{ title: '' }, 'announcement_title_has_1_to_80_characters'],
    [{ words: 'x'.repeat(501) }, 'announcement_has_1_to_500_characters'],
    [{ link_address: '/a' }, 'announcement_link_has_a_label'],
    [{ link_address: '//a', link_label: 'a' }, 'announcement_link_is_https_or_ours'],
    [{ link_address: 'http://a', link_label: 'a' }, 'announcement_link_is_https_or_ours'],
    [{ link_address: '/a b', link_label: 'a' }, 'announcement_link_is_https_or_ours'],
    [{ audience: 'renters' as const }, 'only_renters_are_of_a_city'],
    [{ city: 'Rome', state: 'NY' }, 'only_renters_are_of_a_city'],
    [{ has_banner: false }, 'announcement_goes_somewhere'],
    [{ ends_on: addDays(today, MAX_DAYS_SHOWN) }, 'announcement_lasts_1_to_90_days'],
    [{ ended_at: now }, 'only_published_announcements_end_early'],
    [{ published_at: now }, 'published_announcement_has_its_times'],
    [{ emails: 1 }, 'only_announcements_by_email_are_sent'],
  ] as const)
    await expect(updateRows(db, 'announcements', id, set), rule).rejects.toThrow(rule)
  const published = await made.announcement({ now })
  const unchanged = 'published announcement does not change'
  await expect(updateRows(db, 'announcements', published.id, { title: 'B' })).rejects.toThrow(
    unchanged,
  )
  await expect(db.deleteFrom('announcements').execute()).rejects.toThrow(unchanged)
})

test('the second of two admins does not overwrite the first, and the same form adds one draft', async () => {
  const { db, admin, save } = await open()
  const id: AnnouncementId = newId()
  expect(await Promise.all([save({ id }), save({ id })])).toEqual(['saved', 'saved'])
  const seen = (await findAnnouncement(db, admin, id))?.version ?? ''
  expect(await save({ id, seen, title: 'First' })).toBe('saved')
  expect(await save({ id, seen, title: 'Second' })).toBe('edit-conflict')
  expect(await save({ id, seen, title: 'First' }), 'its answer was lost').toBe('saved')
  expect(await save({ id, seen: null, title: 'Third' })).toBe('edit-conflict')
  const stale = await publishAnnouncement(db, admin, { id, seen }, at)
  expect(stale).toMatchObject({ problem: { reason: 'edit-conflict' } })
  expect(await publish(db, admin, id)).toBe('published')
  expect(await publish(db, admin, id)).toBe('already-published')
  expect(await save({ id, seen, title: 'Late' })).toBe('already-published')
  expect(await deleteDraft(db, admin, id, now)).toMatchObject({
    problem: { reason: 'already-published' },
  })
  const other: AnnouncementId = newId()
  await save({ id: other })
  expect([
    await deleteDraft(db, admin, other, now),
    await deleteDraft(db, admin, other, now),
  ]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ])
  expect(await save({ id: other, seen })).toBe('announcement-not-found')
  expect(await publish(db, admin, other)).toBe('announcement-not-found')
  const lines = await readRows(
    db,
    'audit_log',
    ['action', 'noun_id'],
    { noun: 'announcement' },
    'id',
  )
  expect(lines.map(({ action }) => action)).toEqual(['add', 'edit', 'publish', 'add', 'delete'])
})

test('it lasts from its first to its last day in the time zone of the shop', async () => {
  const { db, made, admin } = await open()
  const startsOn = addDays(today, 1)
  const scheduled = { hasEmail: true, startsOn, endsOn: startsOn, now, timeZone }
  const { id } = await made.announcement(scheduled)
  const found = await findAnnouncement(db, admin, id)
  expect(found).toMatchObject({
    startsAt: new Date('2026-11-21T05:00:00Z'),
    endsAt: new Date('2026-11-22T05:00:00Z'),
    emailsAt: new Date('2026-11-21T14:00:00Z'),
  })
  if (!found) throw new Error('not found')
  const states = ['2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z', '2026-11-22T05:00:00Z']
  expect(states.map((time) => announcementState(found, new Date(time)))).toEqual([
    'scheduled',
    'live',
    'ended',
  ])
  // One of today begins when it is published.
  const begun = await made.announcement({ hasEmail: true, now, timeZone })
  expect(await findAnnouncement(db, admin, begun.id)).toMatchObject({
    startsAt: now,
    emailsAt: now,
  })
  expect(
    await publish(db, admin, (await made.draftAnnouncement({ now, timeZone })).id, {
      ...at,
      now: later(48),
    }),
  ).toBe('not-valid')
})

test('it is ended early once, and not before it is published or after it is over', async () => {
  const { db, made, admin } = await open()
  const end = async (id: AnnouncementId, when = now) => {
    const ended = await endAnnouncement(db, admin, id, when)
    return ended.ok ? 'ended' : ended.problem.reason
  }
  const { id } = await made.announcement({ now, timeZone })
  expect([await end(id), await end(id)].toSorted()).toEqual(['already-ended', 'ended'])
  expect(await end((await made.draftAnnouncement({ now })).id)).toBe('not-published')
  expect(await end((await made.announcement({ now, timeZone })).id, later(72))).toBe(
    'already-ended',
  )
  expect(await end(newId())).toBe('announcement-not-found')
  const both = await made.announcement({ now, timeZone })
  expect((await Promise.all([end(both.id), end(both.id)])).toSorted()).toEqual([
    'already-ended',
    'ended',
  ])
  const ends = await readRows(db, 'audit_log', 'action', { noun_id: both.id, action: 'end early' })
  expect(ends).toHaveLength(1)
})

test('twenty are open at once, and two a day are sent by email', async () => {
  const { db, made, admin } = await open()
  const drafts = []
  for (let n = 0; n < 3; n++)
    drafts.push(await made.draftAnnouncement({ hasEmail: true, now, timeZone }))
  const published = await Promise.all(drafts.map(({ id }) => publish(db, admin, id)))
  expect(published.toSorted()).toEqual(['published', 'published', 'too-many-emails'])
  const tomorrow = addDays(today, 1)
  await made.announcement({ hasEmail: true, startsOn: tomorrow, now, timeZone })
  const withdrawn = await made.announcement({ hasEmail: true, startsOn: tomorrow, now, timeZone })
  const third = await made.draftAnnouncement({ hasEmail: true, startsOn: tomorrow, now, timeZone })
  expect(await publish(db, admin, third.id)).toBe('too-many-emails')
  // Nobody has got an email of it.
  await endAnnouncement(db, admin, withdrawn.id, now)
  expect(await publish(db, admin, third.id)).toBe('published')
  // Four are open.
  for (let n = 4; n < MAX_OPEN_ANNOUNCEMENTS - 1; n++) await made.announcement({ now, timeZone })
  const last = [
    await made.draftAnnouncement({ now, timeZone }),
    await made.draftAnnouncement({ now, timeZone }),
  ]
  const outcomes = await Promise.all(last.map(({ id }) => publish(db, admin, id)))
  expect(outcomes.toSorted()).toEqual(['published', 'too-many-open'])
})

test('each person sees the newest banner that is for them and that they have not dismissed', async () => {
  const { db, made } = await open()
  const brooklyn = await made.city({ name: 'Brooklyn', state: 'NY' })
  const renter = await made.shopper({ city: 'brooklyn', state: 'ny' })
  const elsewhere = await made.shopper({ city: 'Brooklyn', state: 'CT' })
  const closet = await made.closet()
  const start = (hours: number) => ({ now: later(hours), timeZone })
  const { id: all } = await made.announcement({ ...start(0) })
  const { id: closets } = await made.announcement({ audience: 'closets', ...start(1) })
  const { id: city } = await made.announcement({
    audience: 'renters',
    cityId: brooklyn.id,
    ...start(2),
  })
  await made.announcement({ hasBanner: false, hasEmail: true, ...start(3) })
  const seenBy = async (person: Person | null, when = later(4)) => {
    const { banners } = await readPlatformSettings(db)
    const ids = bannersFor(banners, person, when).map(({ id }) => id)
    if (!person || ids.length === 0) return ids[0] ?? null
    return await unseenBanner(db, person, ids)
  }
  const admin = await made.admin()
  for (const [person, id] of [
    [null, all],
    [renter, city],
    [elsewhere, all],
    [closet, closets],
    [admin, all],
  ] as const)
    expect(await seenBy(person), person?.accountType).toBe(id)
  expect(await seenBy(null, new Date(now.getTime() - 1))).toBeNull()
  expect(await seenBy(null, later(72))).toBeNull()
  await dismissBanner(db, closet, closets, later(4))
  await dismissBanner(db, closet, closets, later(5))
  expect(await seenBy(closet)).toBe(all)
  await endAnnouncement(db, admin, city, later(4))
  expect(await seenBy(renter)).toBe(all)
  // What is over, or no banner at all, is not stored.
  await dismissBanner(db, renter, city, later(4))
  await dismissBanner(db, renter, newId(), later(4))
  const dismissed = await readRows(db, 'announcement_dismissals', 'user_id', {})
  expect(dismissed).toEqual([{ user_id: closet.id }])
  expect((await ownData(db, closet, later(5))).dismissedAnnouncements).toEqual([
    { title: 'New arrivals', dismissed_at: later(4) },
  ])
  expect(await forgetDismissals(db, later(5))).toBe(0)
  await dismissBanner(db, renter, all, later(5))
  expect(await forgetDismissals(db, later(72), 1)).toBe(1)
  expect(await forgetDismissals(db, later(72))).toBe(1)
})

test('a closed account keeps no dismissals', async () => {
  const { db, made } = await open()
  const [person, other] = [await made.shopper(), await made.shopper()]
  const { id } = await made.announcement({ now, timeZone })
  for (const one of [person, other]) await dismissBanner(db, one, id, later(1))
  await inTransaction(db, (tx) => removeDismissalsOf(tx, person.id))
  expect(await readRow(db, 'announcement_dismissals', 'user_id', {})).toEqual({ user_id: other.id })
})

test('how many people it reaches: without closed and blocked accounts, and by email those who want it', async () => {
  const { db, made, admin } = await open()
  const city = await made.city()
  const here = { city: city.name, state: city.state }
  await made.shopper(here)
  await made.shopper({ ...here, email_verified: false })
  await made.shopper({ ...here, blocked_at: now, blocked_reason: 'No.' })
  await made.person({ ...here, business_status: 'blocked' })
  const off = await made.shopper(here)
  await db
    .insertInto('mail_choices')
    .values({ user_id: off.id, topic: 'announcements', off_at: now })
    .execute()
  await made.closet(here)
  const ways = { hasBanner: true, hasEmail: true }
  const reached = async (audience: 'everybody' | 'closets' | 'renters') => {
    const { id } = await made.draftAnnouncement({
      ...{ audience, now, timeZone, ...ways },
      cityId: audience === 'renters' ? city.id : null,
    })
    const found = await findAnnouncement(db, admin, id)
    return found && (await countReached(db, found))
  }
  expect(await reached('renters')).toEqual({ accounts: 3, emails: 1 })
  expect(await reached('closets')).toEqual({ accounts: 1, emails: 1 })
  expect(await reached('everybody')).toMatchObject({ accounts: 8, emails: 6 })
})

test('admins see all, newest first, page by page', async () => {
  const { db, made, admin } = await open()
  const ids: string[] = []
  for (let n = 0; n < 26; n++)
    ids.unshift((await made.draftAnnouncement({ admin, now: later(n / 60), timeZone })).id)
  const first = await announcementList(db, admin, null)
  const second = await announcementList(db, admin, first.next)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
  expect([first.rows.length, second.next, first.total]).toEqual([24, null, 26])
})
