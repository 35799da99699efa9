import { type InferResult, sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { Deadline } from '#domain/booking/rentals/changes/rental-deadlines.ts'
import { lateFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { asClosetOwner, type ClosetOwner, personOf } from '#domain/shared/actors.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { pages } from '#domain/shared/pages.ts'
import {
  addDays,
  type CalendarDate,
  datesInWords,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { instantIn } from '#domain/shared/time/local-time.ts'
import { showDeadline, showInstant } from '#domain/shared/time/show-instant.ts'
import { closetBoard } from './closet-board.ts'
import type { RentalTask } from './due-tasks.ts'
import type { ListedRental } from './panel-list.ts'
import { needsAction } from './panel-tabs.ts'

// One email each morning with a closet's to-do list; none when there is nothing to do.

const FIRST_HOUR = 7
/** Return requests listed; the others are counted. */
const MAX_LISTED = 24

type Morning = Deadline & { readonly timeZone: string }

/**
 * Emails each closet that had something to do at seven this morning, once a day. Returns how many
 * emails, at most `max`.
 */
export async function mailDigests(db: Db, at: Morning, max = 200): Promise<number> {
  const since = instantIn(at.timeZone, at.today, FIRST_HOUR)
  if (at.now < since) return 0
  const tomorrow = addDays(at.today, 1)
  const rows = await ownerRows(db)
    .where(
      sql<boolean>`(exists (select from rentals r where r.owner_id = p.id
        -- Later changes have their own emails, or were made by the closet itself.
        and greatest(r.created_at, r.confirmed_at, r.proposed_at, r.delivered_at, r.returned_at) < ${since}
        and ${needsAction(at.today, { deliver: tomorrow, collect: tomorrow })})
        or p.id in (select r.owner_id from return_requests q join rentals r on r.id = q.rental_id
          where q.status = 'open' and q.answer_due_at > ${at.now} and q.asked_at < ${since}))`,
    )
    .where(
      sql<boolean>`not exists (select from closet_digests d
        where d.owner_id = p.id and d.day = ${at.today})`,
    )
    .orderBy('p.id')
    .limit(max)
    .execute()
  let mailed = 0
  for (const row of rows)
    mailed += await inTransaction(db, async (tx) => ((await mailDigest(tx, row, at)) ? 1 : 0))
  return mailed
}

function ownerRows(db: DbOrTx) {
  return db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.full_name', 'p.email', 'p.email_verified', 'p.account_type'])
    .select('p.business_status')
    .where('p.account_type', '=', sql.lit('business' as const))
    .where('p.business_status', '=', sql.lit('approved' as const))
}

type OwnerRow = InferResult<ReturnType<typeof ownerRows>>[number]

async function mailDigest(tx: Tx, row: OwnerRow, at: Morning): Promise<boolean> {
  const owner = asClosetOwner(personOf(row))
  // With two processes, only one of them sends it.
  const { rows } = await sql`
    insert into closet_digests (owner_id, day, made_at) values (${row.id}, ${at.today}, ${at.now})
    on conflict do nothing returning owner_id`.execute(tx)
  if (!owner || rows.length === 0) return false
  const board = await closetBoard(tx, owner, at.today)
  const groups = [
    ...board.today.map((group) => ({ ...group, when: 'today' as const })),
    ...board.tomorrow.map((group) => ({ ...group, when: 'tomorrow' as const })),
  ]
  const returns = await returnsToAnswer(tx, owner, at)
  const total = groups.reduce((sum, group) => sum + group.total, returns.length)
  if (total === 0) return false
  const paragraphs = [
    ...partOf('Returns and no-shows to answer', returns.slice(0, MAX_LISTED), returns.length),
    ...groups.flatMap(({ task, when, rentals, total: all }) => {
      const lines = rentals.map((rental) => lineOf(task, rental, at))
      return partOf(HEADINGS[task][when], lines, all)
    }),
  ]
  const message: Email = {
    template: 'closet-digest',
    subject:
      total === 1
        ? 'One thing to do in your closet'
        : `${showCounted(total)} things to do in your closet`,
    greeting: hello(owner.fullName),
    paragraphs,
    button: { text: 'Go to My Closet', url: `${at.origin}${pages.closet}` },
  }
  const messageKey = `closet-digest-${owner.id}-${at.today}`
  await notify(tx, { ...message, to: owner.email, recipientId: owner.id, messageKey }, at.now)
  return true
}

/** A heading with the total, and the lines for the first ones; empty when there are none. */
function partOf(heading: string, lines: readonly string[], all: number): string[] {
  if (all === 0) return []
  const more = all > lines.length ? [`And ${showCounted(all, lines.length)} more.`] : []
  return [`${heading} (${showCounted(all)})`, ...lines, ...more]
}

/** A line for each return request that the closet has to answer, earliest deadline first. */
async function returnsToAnswer(tx: Tx, owner: ClosetOwner, at: Morning): Promise<string[]> {
  const rows = await tx
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .select(['r.id', 'i.title', 'renter.full_name', 'q.answer_due_at'])
    .where('r.owner_id', '=', owner.id)
    .where('q.status', '=', sql.lit('open' as const))
    .where('q.answer_due_at', '>', at.now)
    .orderBy('q.answer_due_at')
    .orderBy('q.rental_id')
    .limit(MAX_COUNTED + 1)
    .execute()
  return rows.map(
    ({ id, title, full_name: name, answer_due_at: due }) =>
      `${title}, ${name} · answer by ${showInstant(due, at.timeZone)}: ${at.origin}${pages.closetRental(id)}`,
  )
}

const HEADINGS = {
  deliver: { today: 'To deliver today', tomorrow: 'To deliver tomorrow' },
  collect: { today: 'Returns due today', tomorrow: 'Returns due tomorrow' },
  answer: { today: 'Requests to answer', tomorrow: 'Requests to answer' },
  dates: { today: 'Other dates to answer', tomorrow: 'Other dates to answer' },
  review: { today: 'Returned items to check', tomorrow: 'Returned items to check' },
} as const satisfies Record<RentalTask, { today: string; tomorrow: string }>

/** A rental: the renter, when it is due, contact details, and a link to its page. */
function lineOf(task: RentalTask, rental: ListedRental, at: Morning): string {
  const { title, renter, start, end, renterPhone, deliveryAddress } = rental
  const isHandOver = task === 'deliver' || task === 'collect'
  const contact = isHandOver
    ? [renterPhone ?? renter.email, deliveryAddress?.replaceAll('\n', ', ')]
    : []
  const due =
    task === 'answer' || task === 'dates'
      ? answerIn(task, rental, at)
      : DUE[task](start, end, at.today)
  return [`${title}, ${renter.fullName}`, due, ...contact]
    .filter(Boolean)
    .join(' · ')
    .concat(`: ${at.origin}${pages.closetRental(rental.id)}`)
}

function answerIn(task: 'answer' | 'dates', { answerBy, proposed }: ListedRental, at: Morning) {
  const until = task === 'dates' ? proposed?.answerBy : answerBy
  const days = task === 'dates' && proposed && datesInWords(proposed.start, proposed.end)
  const answer = until && `answer by ${showDeadline(until, at.timeZone)}`
  return [days, answer].filter(Boolean).join(' · ')
}

const DUE: Readonly<
  Record<
    Exclude<RentalTask, 'answer' | 'dates'>,
    (start: CalendarDate, end: CalendarDate, today: CalendarDate) => string
  >
> = {
  deliver: (start, _, today) => (start < today ? `overdue since ${showDate(start)}` : ''),
  collect: (_, end, today) => {
    if (today >= lateFrom(end)) return `overdue since ${showDate(end)}`
    return end < today ? `due since ${showDate(end)}` : ''
  },
  review: () => '',
}
