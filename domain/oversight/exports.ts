import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isDraft } from '#domain/items/items.ts'
import { panelFilters } from '#domain/rentals/panel-filters.ts'
import { passesFilter } from '#domain/rentals/rentals.ts'
import type { Admin } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { containing } from '#domain/shared/page.ts'
import { phoneDigits } from '#domain/shared/phone-digits.ts'
import { auditName } from './audit-names.ts'
import { MONEY_HEADER, moneyRows, moneyTotals } from './money-export.ts'

/** Lists that an admin can export to a spreadsheet. */
export const exportLists = [
  'people',
  'rentals',
  'money',
  'listings',
  'items',
  'applications',
  'audit',
] as const
export type ExportList = (typeof exportLists)[number]

/** The part of a list that is shown: its tab, its search, and the filters of the audit log. */
export type ExportPart = {
  readonly list: ExportList
  readonly timeZone: string
  readonly today: CalendarDate
  readonly q?: string
  readonly part?: string
  readonly actor?: string
  readonly noun?: string
  readonly action?: string
  readonly nounId?: string
  readonly from?: CalendarDate | null
  readonly to?: CalendarDate | null
}

const ROWS_A_TIME = 1000

type Cells = readonly string[]

/** Where the next rows start; the instant is the database's, to the microsecond. */
type After = { readonly at: string | null; readonly id: string } | null
/**
 * At most this many rows after a given one; each with its position and its cells in the header's
 * order.
 */
type Section = (after: After, max: RawBuilder<unknown>) => RawBuilder<Row>
type Row = {
  readonly id: string
  readonly at?: string | null
  readonly cells: readonly (string | null)[]
}

type Format = ExportPart & {
  readonly instant: (column: string) => RawBuilder<string>
  readonly dollars: (column: string) => RawBuilder<string>
}

/**
 * A list as its page shows it, its header first, then at most 1,000 rows at a time, the newest
 * first; the money export is complete, by date, with totals. Instants are in `timeZone`, money in
 * dollars with two decimals and never negative.
 */
export async function* exportRows(
  db: DbOrTx,
  _admin: Admin,
  wanted: ExportPart,
): AsyncGenerator<readonly Cells[]> {
  const { header, sections } = lists[wanted.list]({
    ...wanted,
    instant: (column) =>
      sql`to_char(${sql.ref(column)} at time zone ${wanted.timeZone}, 'YYYY-MM-DD HH24:MI')`,
    dollars: (column) => sql`to_char(${sql.ref(column)} / 100.0, 'FM999999990.00')`,
  })
  yield [header]
  for (const section of sections) {
    let after: After = null
    let length: number
    do {
      const { rows }: { rows: Row[] } = await section(after, sql.lit(ROWS_A_TIME)).execute(db)
      yield rows.map(({ cells }) => cells.map((cell) => cell ?? ''))
      const last = rows.at(-1)
      after = last ? { at: last.at ?? null, id: last.id } : null
      length = rows.length
    } while (length === ROWS_A_TIME)
  }
}

type Exported = { readonly header: Cells; readonly sections: readonly Section[] }

/** Rows after a given one in the order "newest first". */
const olderThan = (at: string, id: string, after: After) =>
  after === null
    ? sql`true`
    : sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::uuid)`

/** The text contains these words, or the phone number these digits, if a search is given. */
function carries(words: string | undefined, text: RawBuilder<unknown>, phone?: string) {
  const pattern = containing(words)
  if (!pattern) return sql``
  const digits = phone ? phoneDigits(words ?? '') : null
  return phone && digits
    ? sql`and (${text} ilike ${pattern}
        or regexp_replace(${sql.ref(phone)}, '\\D', '', 'g') like ${`%${digits}%`})`
    : sql`and ${text} ilike ${pattern}`
}

const equals = (column: string, value: string | undefined, known: readonly string[]) =>
  value && known.includes(value) ? sql`and ${sql.ref(column)} = ${value}` : sql``

/** The tab of the rentals' list that is shown; all rentals for an unknown tab. */
function inTab(tab: string | undefined, today: CalendarDate) {
  const filter = panelFilters.find((known) => known === tab)
  return filter ? sql`and ${passesFilter(filter, today)}` : sql``
}

const LISTING_PARTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  free: sql`and i.is_public`,
  rented: sql`and not i.available`,
  paused: sql`and i.paused`,
}

const ITEM_HEADER = [
  'Added',
  'Title',
  'Owner',
  'Owner email',
  'Location',
  'Brand',
  'Size',
  'Style',
  'Event type',
  'Credits/week',
  'Approval',
  'Available',
  'Paused',
  'Id',
]

function itemSection({ instant, q }: Format, condition: RawBuilder<unknown>): Section {
  return (after, max) => sql<Row>`
    select i.id, i.created_at::text as at, array[${instant('i.created_at')}, i.title, p.full_name,
      p.email, i.location, b.name, i.size, i.style, i.event_type, (i.credits_per_day * 7)::text,
      i.approval_status, case when i.available then 'yes' else 'no' end,
      case when i.paused then 'yes' else 'no' end, i.id::text] as cells
    from clothing_items i join user_profiles p on p.id = i.business_id
    left join brands b on b.id = i.brand_id
    where i.deleted_at is null and ${olderThan('i.created_at', 'i.id', after)}
      ${condition} ${carries(q, sql`i.title`)}
    order by i.created_at desc, i.id desc limit ${max}`
}

const lists: Readonly<Record<ExportList, (format: Format) => Exported>> = {
  people: ({ instant, q, part }) => ({
    header: [
      'Joined',
      'Name',
      'Email',
      'Phone',
      'City',
      'State',
      'Account type',
      'Business status',
      'Id',
    ],
    sections: [
      (after, max) => sql<Row>`
        select p.id, p.created_at::text as at, array[${instant('p.created_at')}, p.full_name, p.email,
          p.phone, p.city, p.state, p.account_type, p.business_status, p.id::text] as cells
        from user_profiles p
        where p.deleted_at is null and ${olderThan('p.created_at', 'p.id', after)}
          ${equals('p.account_type', part, ['regular', 'business', 'admin'])}
          ${carries(q, sql`p.full_name || ' ' || p.email`, 'p.phone')}
        order by p.created_at desc, p.id desc limit ${max}`,
    ],
  }),
  rentals: ({ instant, dollars, q, part, today }) => ({
    header: [
      'Rented',
      'Item',
      'Size',
      'Renter',
      'Renter email',
      'Owner',
      'Owner email',
      'Owner state',
      'First day',
      'Last day',
      'Days',
      'Credits',
      'Status',
      'Delivery',
      'Return',
      'Condition',
      'Deposit (USD)',
      'Deposit kept (USD)',
      'Returned after an appeal (USD)',
      'Id',
    ],
    sections: [
      (after, max) => sql<Row>`
        select r.id, r.created_at::text as at, array[${instant('r.created_at')}, i.title, i.size,
          renter.full_name, renter.email, owner.full_name, owner.email, owner.state,
          r.start_date::text, r.end_date::text, r.total_days::text, r.total_credits::text, r.status, r.delivery_status,
          r.return_status, r.condition_status, ${dollars('r.deposit_amount')},
          ${dollars('r.deposit_kept_amount')}, ${dollars('c.returned_cents')}, r.id::text] as cells
        from rentals r
        left join deposit_claims c on c.rental_id = r.id
        join clothing_items i on i.id = r.item_id
        join user_profiles renter on renter.id = r.renter_id
        join user_profiles owner on owner.id = r.owner_id
        where ${olderThan('r.created_at', 'r.id', after)} ${inTab(part, today)}
          ${carries(
            q,
            sql`concat_ws(' ', i.title, renter.full_name, renter.email, owner.full_name, owner.email)`,
            'r.renter_phone',
          )}
        order by r.created_at desc, r.id desc limit ${max}`,
    ],
  }),
  money: (format) => ({
    header: MONEY_HEADER,
    sections: [
      (after, max) => moneyRows(format, after?.id ?? null, max),
      () => moneyTotals(format),
    ],
  }),
  listings: (format) => ({
    header: ITEM_HEADER,
    sections: [
      itemSection(
        format,
        sql`and p.account_type = 'admin' ${LISTING_PARTS[format.part ?? ''] ?? sql``}`,
      ),
    ],
  }),
  items: (format) => ({
    header: ITEM_HEADER,
    sections: [
      itemSection(
        format,
        sql`and not ${isDraft} ${equals('i.approval_status', format.part, ['pending', 'approved', 'denied'])}`,
      ),
    ],
  }),
  applications: ({ instant, q, part }) => ({
    header: [
      'Applied',
      'Status',
      'Name',
      'Email',
      'Phone',
      'Instagram',
      'City',
      'State',
      'Driving distance',
      'Meeting flexibility',
      'Decided',
      'Reason',
      'Id',
    ],
    sections: [
      (after, max) => sql<Row>`
        select a.id, a.applied_at::text as at, array[${instant('a.applied_at')}, a.status, a.full_name,
          p.email, a.contact_phone, a.instagram, a.city, a.state, a.driving_distance,
          a.meeting_flexibility, ${instant('a.reviewed_at')}, a.denial_reason, a.id::text] as cells
        from business_applications a join user_profiles p on p.id = a.user_id
        where ${olderThan('a.applied_at', 'a.id', after)}
          ${equals('a.status', part, ['pending', 'approved', 'denied'])}
          ${carries(q, sql`a.full_name || ' ' || p.email`)}
        order by a.applied_at desc, a.id desc limit ${max}`,
    ],
  }),
  audit: ({ instant, timeZone, actor, noun, action, nounId, from, to }) => ({
    header: ['Date', 'Who', 'Email', 'Action', 'Type', 'Name', 'Before', 'After', 'Of', 'Id'],
    sections: [
      (after, max) => sql<Row>`
        select a.id, a.at::text as at, array[${instant('a.at')}, coalesce(p.full_name, 'System'), p.email,
          a.action, a.noun, ${auditName(sql.ref('a.noun'), sql.ref('a.noun_id'))},
          a.before::text, a.after::text, a.noun_id, a.id::text] as cells
        from audit_log a left join user_profiles p on p.id = a.actor_id
        where ${olderThan('a.at', 'a.id', after)}
          ${
            actor?.trim().toLowerCase() === 'system'
              ? sql`and a.actor_id is null`
              : carries(actor, sql`p.full_name || ' ' || p.email`)
          }
          ${noun ? sql`and a.noun = ${noun}` : sql``}
          ${action ? sql`and a.action = ${action}` : sql``}
          ${nounId ? sql`and a.noun_id = ${nounId}` : sql``}
          ${from ? sql`and a.at >= ${from}::date::timestamp at time zone ${timeZone}` : sql``}
          ${to ? sql`and a.at < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql``}
        order by a.at desc, a.id desc limit ${max}`,
    ],
  }),
}
