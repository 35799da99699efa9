import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { searchUnexplained } from '#domain/money/balance/balance.ts'
import { searchFailedRefunds } from '#domain/money/checkout/checkout.ts'
import { searchDisputes } from '#domain/money/disputes/disputes.ts'
import { searchFailedEvents } from '#domain/money/events/events.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import type { ListSearch } from '#domain/shared/lists/list-search.ts'
import type { MoneyPart } from './figure-periods.ts'
import { openFailedRefunds } from './overview.ts'

/** How many search results each part has, counted up to one more than MAX_COUNTED. */
export async function moneyCounts(
  db: DbOrTx,
  _admin: Admin,
  q: string,
): Promise<Readonly<Record<MoneyPart, number>>> {
  const [refunds, open, disputes, events, unexplained] = await Promise.all([
    searchFailedRefunds(db, q),
    searchDisputes(db, q, true),
    searchDisputes(db, q, false),
    searchFailedEvents(db, q),
    searchUnexplained(db, q),
  ])
  const counted = (rows: RawBuilder<unknown>, search: ListSearch | null) =>
    countedIn(sql`from ${rows} and ${search?.isFound ?? sql`true`}`)
  return db
    .selectNoFrom([
      counted(sql`(select r.id ${openFailedRefunds}) r where true`, refunds).as('refunds'),
      counted(sql`disputes s where s.status = 'open'`, open).as('open'),
      counted(sql`disputes s where true`, disputes).as('disputes'),
      counted(sql`stripe_events where given_up_at is not null`, events).as('events'),
      counted(sql`balance_transactions where explained_at is null`, unexplained).as('unexplained'),
    ])
    .executeTakeFirstOrThrow()
}
