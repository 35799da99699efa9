import { type RawBuilder, sql } from 'kysely'
import type { Read } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'

/** What an admin takes along into a spreadsheet. */
export const exportLists = ['people', 'rentals', 'money', 'listings'] as const
export type ExportList = (typeof exportLists)[number]

const ROWS_A_TIME = 1000

type Cells = readonly string[]

/** Rows beyond an id, by id, of at most so many; each its id and its cells in the header's order. */
type Section = (after: string | null, most: RawBuilder<unknown>) => RawBuilder<Row>
type Row = { readonly id: string; readonly cells: readonly (string | null)[] }

type Format = {
  readonly instant: (column: string) => RawBuilder<string>
  readonly dollars: (column: string) => RawBuilder<string>
}

/**
 * A whole list, its header first, then at most 1,000 rows at a time, oldest first. Instants are told
 * in `timeZone`, money in dollars with two decimals and never negative.
 */
export async function* exportRows(
  db: Read,
  _admin: Admin,
  { list, timeZone }: { readonly list: ExportList; readonly timeZone: string },
): AsyncGenerator<readonly Cells[]> {
  const { header, sections } = lists[list]({
    instant: (column) =>
      sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`,
    dollars: (column) => sql`to_char(${sql.ref(column)} / 100.0, 'FM999999990.00')`,
  })
  yield [header]
  for (const section of sections) {
    let after: string | null = null
    let length: number
    do {
      const { rows }: { rows: Row[] } = await section(after, sql.lit(ROWS_A_TIME)).execute(db)
      yield rows.map(({ cells }) => cells.map((cell) => cell ?? ''))
      after = rows.at(-1)?.id ?? null
      length = rows.length
    } while (length === ROWS_A_TIME)
  }
}

type Exported = { readonly header: Cells; readonly sections: readonly Section[] }

const beyond = (column: string, after: string | null) =>
  after === null ? sql`true` : sql`${sql.ref(column)} > ${after}`

const lists: Readonly<Record<ExportList, (format: Format) => Exported>> = {
  people: ({ instant }) => ({
    header: [
      'Id',
      'Name',
      'Email',
      'Phone',
      'City',
      'State',
      'Account type',
      'Business status',
      'Joined',
    ],
    sections: [
      (after, most) => sql<Row>`
        select p.id, array[p.id::text, p.full_name, p.email, p.phone, p.city, p.state,
          p.account_type, p.business_status, ${instant('p.created_at')}] as cells
        from user_profiles p where p.deleted_at is null and ${beyond('p.id', after)}
        order by p.id limit ${most}`,
    ],
  }),
  rentals: ({ instant, dollars }) => ({
    header: [
      'Id',
      'Item',
      'Size',
      'Renter',
      'Renter email',
      'Owner',
      'Owner email',
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
      'Rented',
    ],
    sections: [
      (after, most) => sql<Row>`
        select r.id, array[r.id::text, i.title, i.size, renter.full_name, renter.email,
          owner.full_name, owner.email, r.start_date::text, r.end_date::text, r.total_days::text,
          r.total_credits::text, r.status, r.delivery_status, r.return_status, r.condition_status,
          ${dollars('r.deposit_amount')}, ${dollars('r.deposit_kept_amount')},
          ${instant('r.created_at')}] as cells
        from rentals r
        join clothing_items i on i.id = r.item_id
        join user_profiles renter on renter.id = r.renter_id
        join user_profiles owner on owner.id = r.owner_id
        where ${beyond('r.id', after)} order by r.id limit ${most}`,
    ],
  }),
  money: ({ instant, dollars }) => ({
    header: ['Date', 'What', 'Status', 'Name', 'Email', 'In (USD)', 'Out (USD)', 'Payment', 'Id'],
    sections: [
      (after, most) => sql<Row>`
        select o.id, array[${instant('o.paid_at')}, 'payment: ' || o.product_type, o.status,
          p.full_name, p.email, ${dollars('o.amount_cents')}, '', o.payment_intent, o.id::text]
          as cells
        from checkout_orders o join user_profiles p on p.id = o.user_id
        where o.paid_at is not null and ${beyond('o.id', after)} order by o.id limit ${most}`,
      (after, most) => sql<Row>`
        select f.id, array[${instant('f.requested_at')}, 'refund: ' || f.reason, f.status,
          p.full_name, p.email, '', ${dollars('f.amount_cents')}, o.payment_intent, f.id::text]
          as cells
        from refunds f join checkout_orders o on o.id = f.order_id
        join user_profiles p on p.id = o.user_id
        where ${beyond('f.id', after)} order by f.id limit ${most}`,
      (after, most) => sql<Row>`
        select d.id, array[${instant('d.opened_at')}, d.kind, d.status, p.full_name, p.email, '',
          ${dollars('d.amount_cents')}, d.payment_intent, d.id] as cells
        from disputes d left join user_profiles p on p.id = d.user_id
        where ${beyond('d.id', after)} order by d.id limit ${most}`,
    ],
  }),
  listings: ({ instant }) => ({
    header: [
      'Id',
      'Title',
      'Lister',
      'Lister email',
      'Location',
      'Brand',
      'Size',
      'Style',
      'Event type',
      'Credits/week',
      'Approval',
      'Available',
      'Paused',
      'Listed',
    ],
    sections: [
      (after, most) => sql<Row>`
        select i.id, array[i.id::text, i.title, p.full_name, p.email, i.location, b.name, i.size,
          i.style, i.event_type, (i.credits_per_day * 7)::text, i.approval_status,
          case when i.available then 'yes' else 'no' end,
          case when i.paused then 'yes' else 'no' end, ${instant('i.created_at')}] as cells
        from clothing_items i join user_profiles p on p.id = i.business_id
        left join brands b on b.id = i.brand_id
        where i.deleted_at is null and ${beyond('i.id', after)} order by i.id limit ${most}`,
    ],
  }),
}
