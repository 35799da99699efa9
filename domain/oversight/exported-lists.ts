import { type RawBuilder, sql } from 'kysely'
import { isDraft } from '#domain/items/items.ts'
import { panelFilters } from '#domain/rentals/panel-filters.ts'
import { passesFilter } from '#domain/rentals/rentals.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { containing } from '#domain/shared/page.ts'
import { phoneDigits } from '#domain/shared/phone-digits.ts'
import { byActor } from './audit-log.ts'
import { auditName } from './audit-names.ts'
import { type After, type Exported, type Format, within } from './export-format.ts'
import type { ExportList } from './export-period.ts'
import { MONEY_HEADER, moneyEntries } from './money-export.ts'

/** Within the period, and after a given row in the order "newest first". */
const olderThan = (at: string, id: string, after: After, { period, timeZone }: Format) => sql`
  ${after === null ? sql`true` : sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::uuid)`}
  ${within(at, period, timeZone)}`

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

// What a row refers to always exists: by outer joins, PostgreSQL leaves out those that nobody asks for.

function items(format: Format, condition: RawBuilder<unknown>): Exported {
  return {
    header: ITEM_HEADER,
    ...newestFirst('i.created_at', 'i.id'),
    columns: sql`i.id, i.created_at::text as at, array[${format.instant('i.created_at')}, i.title,
      p.full_name, p.email, i.location, b.name, i.size, i.style, i.event_type,
      (i.credits_per_day * 7)::text, i.approval_status,
      case when i.available then 'yes' else 'no' end,
      case when i.paused then 'yes' else 'no' end, i.id::text] as cells`,
    source: (after) => sql`
      from clothing_items i left join user_profiles p on p.id = i.business_id
      left join brands b on b.id = i.brand_id
      where ${olderThan('i.created_at', 'i.id', after, format)} and i.deleted_at is null
        ${condition} ${carries(format.q, sql`i.title`)}`,
  }
}

const newestFirst = (at: string, id: string) =>
  ({ at, id: sql.ref(id), order: 'newest first' }) as const

/** What the file of each list is made of. */
export const exportedLists: Readonly<Record<ExportList, (format: Format) => Exported>> = {
  people: (format) => ({
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
    ...newestFirst('p.created_at', 'p.id'),
    columns: sql`p.id, p.created_at::text as at, array[${format.instant('p.created_at')},
      p.full_name, p.email, p.phone, p.city, p.state, p.account_type, p.business_status,
      p.id::text] as cells`,
    source: (after) => sql`
      from user_profiles p
      where ${olderThan('p.created_at', 'p.id', after, format)} and p.deleted_at is null
        ${equals('p.account_type', format.part, ['regular', 'business', 'admin'])}
        ${carries(format.q, sql`p.full_name || ' ' || p.email`, 'p.phone')}`,
  }),
  rentals: (format) => ({
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
    ...newestFirst('r.created_at', 'r.id'),
    columns: sql`r.id, r.created_at::text as at, array[${format.instant('r.created_at')}, i.title,
      i.size, renter.full_name, renter.email, owner.full_name, owner.email, owner.state,
      r.start_date::text, r.end_date::text, r.total_days::text, r.total_credits::text, r.status,
      r.delivery_status, r.return_status, r.condition_status,
      ${format.dollars('r.deposit_amount')}, ${format.dollars('r.deposit_kept_amount')},
      ${format.dollars('c.returned_cents')}, r.id::text] as cells`,
    source: (after) => sql`
      from rentals r
      left join deposit_claims c on c.rental_id = r.id
      left join clothing_items i on i.id = r.item_id
      left join user_profiles renter on renter.id = r.renter_id
      left join user_profiles owner on owner.id = r.owner_id
      where ${olderThan('r.created_at', 'r.id', after, format)} ${inTab(format.part, format.today)}
        ${carries(
          format.q,
          sql`concat_ws(' ', i.title, renter.full_name, renter.email, owner.full_name, owner.email)`,
          'r.renter_phone',
        )}`,
  }),
  money: (format) => ({ header: MONEY_HEADER, ...moneyEntries(format) }),
  listings: (format) =>
    items(format, sql`and p.account_type = 'admin' ${LISTING_PARTS[format.part ?? ''] ?? sql``}`),
  items: (format) =>
    items(
      format,
      sql`and not ${isDraft} ${equals('i.approval_status', format.part, ['pending', 'approved', 'denied'])}`,
    ),
  applications: (format) => ({
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
    ...newestFirst('a.applied_at', 'a.id'),
    columns: sql`a.id, a.applied_at::text as at, array[${format.instant('a.applied_at')}, a.status,
      a.full_name, p.email, a.contact_phone, a.instagram, a.city, a.state, a.driving_distance,
      a.meeting_flexibility, ${format.instant('a.reviewed_at')}, a.denial_reason,
      a.id::text] as cells`,
    source: (after) => sql`
      from business_applications a left join user_profiles p on p.id = a.user_id
      where ${olderThan('a.applied_at', 'a.id', after, format)}
        ${equals('a.status', format.part, ['pending', 'approved', 'denied'])}
        ${carries(format.q, sql`a.full_name || ' ' || p.email`)}`,
  }),
  audit: (format) => ({
    header: ['Date', 'Who', 'Email', 'Action', 'Type', 'Name', 'Before', 'After', 'Of', 'Id'],
    ...newestFirst('a.at', 'a.id'),
    columns: sql`a.id, a.at::text as at, array[${format.instant('a.at')},
      coalesce(p.full_name, 'System'), p.email, a.action, a.noun,
      ${auditName(sql.ref('a.noun'), sql.ref('a.noun_id'))}, a.before::text, a.after::text,
      a.noun_id, a.id::text] as cells`,
    source: (after) => sql`
      from audit_log a left join user_profiles p on p.id = a.actor_id
      where ${olderThan('a.at', 'a.id', after, format)} and ${byActor(format.actor ?? '')}
        ${format.noun ? sql`and a.noun = ${format.noun}` : sql``}
        ${format.action ? sql`and a.action = ${format.action}` : sql``}
        ${format.nounId ? sql`and a.noun_id = ${format.nounId}` : sql``}`,
  }),
}
