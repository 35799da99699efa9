import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { searchApplications } from '#domain/accounts/closets/closets.ts'
import { searchPeople } from '#domain/accounts/people/people.ts'
import { readAuditLog } from '#domain/admin/audit/audit-log.ts'
import { auditName } from '#domain/admin/audit/audit-names.ts'
import { panelFilters } from '#domain/booking/rentals/lists/panel-filters.ts'
import {
  isAtStage,
  noShowCase,
  passesFilter,
  rentalsAbout,
} from '#domain/booking/rentals/rentals.ts'
import { findListings, isReviewed, searchReviewed } from '#domain/catalogue/items/items.ts'
import { listingFilters } from '#domain/catalogue/items/listing-filters.ts'
import { depositLeft, rentalsSecured } from '#domain/money/deposits/deposits.ts'
import type { ListSearch } from '#domain/shared/lists/list-search.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { accountingExports } from './accounting-exports.ts'
import { type Exported, type Format, olderThan, type Source } from './export-format.ts'
import type { ExportList } from './export-period.ts'
import { MONEY_HEADER, moneyEntries } from './money-export.ts'

const equals = (column: string, value: string | null) =>
  value ? sql`and ${sql.ref(column)} = ${sql.lit(value)}` : sql``

const knownPart = <Part extends string>(parts: readonly Part[], part: string | undefined) =>
  parts.find((known) => known === part) ?? null

/** The rows that a search finds in a source. */
function foundBy(
  search: ListSearch | null,
  source: (condition: RawBuilder<unknown>) => Source,
): Pick<Exported, 'source' | 'searched'> {
  const all = source(sql`true`)
  if (!search) return { source: all, searched: null }
  return search.isPartial
    ? { source: source(search.matches), searched: all }
    : { source: source(search.isFound), searched: null }
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

// Outer joins, although the other row always exists, so that PostgreSQL can omit unused joins.

const itemColumns = (format: Format) => ({
  header: ITEM_HEADER,
  times: ['Added'],
  columns: sql`i.id, i.created_at::text as at, array[${format.instant('i.created_at')}, i.title,
    p.full_name, p.email, i.location, b.name, i.size, i.style, i.event_type,
    (i.credits_per_day * 7)::text, i.approval_status,
    case when i.available then 'yes' else 'no' end,
    case when i.paused then 'yes' else 'no' end, i.id::text] as cells`,
})

const WITH_LISTER = sql`left join user_profiles p on p.id = i.business_id
  left join brands b on b.id = i.brand_id and b.deletion_requested_at is null`

const newestFirst = (at: string, id: string) =>
  ({ at, id: sql.ref(id), order: 'newest first' }) as const

export const exportedLists: Readonly<
  Record<ExportList, (db: DbOrTx, format: Format) => Promise<Exported>>
> = {
  people: async (db, format) => ({
    header: [
      'Joined',
      'Name',
      'Email',
      'Phone',
      'City',
      'State',
      'ZIP code',
      'How items change hands',
      'Account type',
      'Business status',
      'Id',
    ],
    times: ['Joined'],
    ...newestFirst('p.created_at', 'p.id'),
    columns: sql`p.id, p.created_at::text as at, array[${format.instant('p.created_at')},
      p.full_name, p.email, p.phone, p.city, p.state, p.zip,
      case when p.account_type <> 'regular' then concat_ws(', ', case when p.delivers then 'deliver' end,
        case when p.offers_pickup then 'pickup' end, case when p.ships then 'ship' end) end,
      p.account_type, p.business_status,
      p.id::text] as cells`,
    ...(await foundPeople(db, format)),
  }),
  rentals: async (db, format) => ({
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
      'Handover',
      'Delivery',
      'Return',
      'Condition',
      'Deposit left (USD)',
      'Rentals it secures',
      'Deposit kept (USD)',
      'Returned after an appeal (USD)',
      'Id',
    ],
    times: ['Rented'],
    ...newestFirst('r.created_at', 'r.id'),
    columns: sql`r.id, r.created_at::text as at, array[${format.instant('r.created_at')}, i.title,
      i.size, renter.full_name, renter.email, owner.full_name, owner.email, owner.state,
      r.start_date::text, r.end_date::text, r.total_days::text, r.total_credits::text,
      case when r.cancellation = 'no_show' and ${noShowCase} is distinct from 'accepted'
        then 'no_show' else r.status end,
      r.handover, r.delivery_status, r.return_status, r.condition_status,
      ${format.dollars('deposit.left_cents')}, deposit.rentals::text,
      ${format.dollars('r.deposit_kept_amount')},
      ${format.dollars('c.returned_cents')}, r.id::text] as cells`,
    ...(await foundRentals(db, format)),
  }),
  money: async (_db, format) => ({
    header: MONEY_HEADER,
    times: ['Date'],
    ...moneyEntries(format),
  }),
  listings: async (db, format) => ({
    ...itemColumns(format),
    ...newestFirst('l.created_at', 'l.id'),
    ...(await foundListings(db, format)),
  }),
  items: async (db, format) => ({
    ...itemColumns(format),
    ...newestFirst('i.created_at', 'i.id'),
    ...(await foundItems(db, format)),
  }),
  applications: async (db, format) => ({
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
    times: ['Applied', 'Decided'],
    ...newestFirst('a.applied_at', 'a.id'),
    columns: sql`a.id, a.applied_at::text as at, array[${format.instant('a.applied_at')}, a.status,
      a.full_name, p.email, a.contact_phone, a.instagram, a.city, a.state, a.driving_distance,
      a.meeting_flexibility, ${format.instant('a.reviewed_at')}, a.denial_reason,
      a.id::text] as cells`,
    ...(await foundApplications(db, format)),
  }),
  audit: async (db, format) => ({
    times: ['Date'],
    header: ['Date', 'Who', 'Email', 'Action', 'Type', 'Name', 'Before', 'After', 'Of', 'Id'],
    ...newestFirst('l.created_at', 'l.id'),
    columns: sql`l.id, l.created_at::text as at, array[${format.instant('l.created_at')},
      coalesce(p.full_name, 'System'), p.email, l.action, l.noun,
      ${auditName(sql.ref('l.noun'), sql.ref('l.noun_id'))}, l.before::text, l.after::text,
      l.noun_id, l.id::text] as cells`,
    ...(await auditLines(db, format)),
    searched: null,
  }),
  ...accountingExports,
}

async function foundPeople(db: DbOrTx, format: Format) {
  const type = knownPart(['regular', 'business', 'admin'], format.part)
  const search = await searchPeople(db, { q: format.q ?? '', type })
  return foundBy(
    search,
    (condition) => (after) =>
      sql`
      from user_profiles p
      where ${olderThan('p.created_at', 'p.id', after, format)} and p.deleted_at is null
        ${equals('p.account_type', type)} and ${condition}`,
  )
}

/** For the tabs of live rentals, all live ones are read, in the order of an index. */
async function foundRentals(db: DbOrTx, format: Format) {
  const tab = knownPart(panelFilters, format.part) ?? 'all'
  const isOver = tab === 'all' || tab === 'done'
  const about = await rentalsAbout(db, format.admin, format.q ?? null)
  const source =
    (condition: RawBuilder<unknown>): Source =>
    (after) =>
      sql`
    from rentals r
    left join deposit_claims c on c.rental_id = r.id
    left join lateral (select ${depositLeft} as left_cents, ${rentalsSecured} as rentals
      from deposits d where d.id = r.deposit_id and r.status in (${liveStatuses})) deposit on true
    left join clothing_items i on i.id = r.item_id
    left join user_profiles renter on renter.id = r.renter_id
    left join user_profiles owner on owner.id = r.owner_id
    where ${olderThan('r.created_at', 'r.id', after, format)} and ${condition}`
  const inTab = passesFilter(format.admin, tab, format.today)
  const isSearched = isOver ? inTab : isAtStage('live', format.today)
  return {
    source: source(sql`${isSearched} and ${inTab} and ${about?.matches ?? sql`true`}`),
    searched: about?.isPartial || (!about && !isOver) ? source(isSearched) : null,
  }
}

async function foundListings(db: DbOrTx, format: Format) {
  const filter = knownPart(listingFilters, format.part) ?? 'all'
  const { newest, isInPart, search } = await findListings(db, { q: format.q ?? '', filter })
  const source =
    (condition: RawBuilder<unknown>): Source =>
    (after, max) => {
      const older = olderThan('i.created_at', 'i.id', after, format)
      return sql`from (${newest(sql`${condition} and ${older}`, max)}) l
      left join clothing_items i on i.id = l.id ${WITH_LISTER}`
    }
  if (!search?.isPartial)
    return { source: source(sql`${isInPart} and ${search?.isFound ?? sql`true`}`), searched: null }
  // No index has the rented ones.
  const searched = source(filter === 'rented' ? sql`true` : isInPart)
  return { source: source(sql`${isInPart} and ${search.matches}`), searched }
}

async function foundItems(db: DbOrTx, format: Format) {
  const status = knownPart(['pending', 'approved', 'denied'], format.part)
  const search = await searchReviewed(db, { q: format.q ?? null, status })
  return foundBy(
    search,
    (condition) => (after) =>
      sql`
      from clothing_items i ${WITH_LISTER}
      where ${olderThan('i.created_at', 'i.id', after, format)} and i.deleted_at is null
        and ${isReviewed[status ?? 'all']} and ${condition}`,
  )
}

async function foundApplications(db: DbOrTx, format: Format) {
  const status = knownPart(['pending', 'approved', 'denied'], format.part)
  const search = await searchApplications(db, { q: format.q ?? null, status })
  return foundBy(
    search,
    (condition) => (after) =>
      sql`
      from business_applications a left join user_profiles p on p.id = a.user_id
      where ${olderThan('a.applied_at', 'a.id', after, format)}
        ${equals('a.status', status)} and ${condition}`,
  )
}

/** Reads lines like the page of the audit log, by the index of each actor and kind of action. */
async function auditLines(db: DbOrTx, format: Format) {
  const { actor = '', noun = '', action = '', nounId = '', period, timeZone } = format
  const wanted = { actor, noun, action, nounId, timeZone, ...period }
  const { first, isPartial } = await readAuditLog(db, wanted)
  const source: Source = (after, max) => {
    const place =
      after && sql<boolean>`(a.at, a.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    return sql`from ${first(place, max)} left join user_profiles p on p.id = l.actor_id`
  }
  return { source, isPartial }
}
