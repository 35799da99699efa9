import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { likedAmong } from '#domain/catalogue/likes/likes.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** What the home page shows about the shopper viewing it. */
export type HomeViewer = Awaited<ReturnType<typeof findHomeViewer>>

/** In one statement, because it runs for every view of the home page. */
export async function findHomeViewer(
  db: DbOrTx,
  shopper: Shopper,
  {
    cards,
    today,
  }: { readonly cards: readonly { readonly id: string }[]; readonly today: CalendarDate },
) {
  const values = { shopperId: shopper.id, ids: cards.map(({ id }) => id), today }
  const [row] = await rows(db, values)
  if (!row) throw new Error('a person without a profile')
  return row
}

type Values = {
  readonly shopperId: PersonId
  readonly ids: readonly string[]
  readonly today: CalendarDate
}

/** With the renter, or on its way back. */
const isDelivered = sql<boolean>`r.status = 'delivered'`

const rows = compiledOnce((db, { shopperId, ids, today }: Values) =>
  db
    .selectFrom('user_profiles as v')
    .leftJoin('size_profiles as z', 'z.user_id', 'v.id')
    .where('v.id', '=', shopperId)
    .select([
      'z.usual_size as size',
      // 'Austin, TX', if there are public items.
      sql<string | null>`(select d.value from listed_count_deltas d where d.kind = 'location'
        and d.value = v.city || ', ' || v.state group by d.value having sum(d.delta) > 0)`.as(
        'city',
      ),
      sql<string[]>`array(${likedAmong(db, shopperId, ids)})`.as('liked'),
      // The one that is with them and due soonest, otherwise the one that begins next.
      jsonObjectFrom(
        db
          .selectFrom('rentals as r')
          .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
          .select(['r.id', 'i.title', 'r.status', 'r.start_date as start', 'r.end_date as end'])
          .where('r.renter_id', '=', shopperId)
          .where('r.status', 'in', sql<'pending'>`(${liveStatuses})`)
          .where(
            sql<boolean>`case when ${isDelivered} then r.return_status <> 'returned'
              and r.sent_back_at is null else r.end_date >= ${today}::date end`,
          )
          .orderBy(isDelivered, 'desc')
          .orderBy(sql`case when ${isDelivered} then r.end_date else r.start_date end`)
          .orderBy('r.id')
          .limit(1),
      ).as('rental'),
    ]),
)
