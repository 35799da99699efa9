import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { type SizeProfile, sizeProfileQuery } from '#domain/accounts/sizes/sizes.ts'
import { type LiveRental, liveRentalQuery } from '#domain/booking/calendar/calendar.ts'
import {
  type ItemPage,
  itemPageRows,
  type ShownDays,
  shownDays,
  toItemPage,
} from '#domain/catalogue/items/items.ts'
import { likedAmong } from '#domain/catalogue/likes/likes.ts'
import {
  type DepositState,
  depositState,
  liveDepositQuery,
} from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** What an item page shows about the shopper viewing it. */
export type ItemViewer = {
  /** Null without a live deposit. */
  readonly deposit: DepositState | null
  /** What the rental form is prefilled with; null where nothing is stored. */
  readonly delivery: {
    readonly phone: string | null
    readonly address: string | null
    readonly notes: string | null
  }
  /** The ZIP code of their profile. */
  readonly zip: string | null
  readonly sizes: SizeProfile | null
  /** Their first live rental of the item. */
  readonly ownRental: LiveRental | null
  /** Which of the given cards they like. */
  readonly liked: ReadonlySet<string>
}

type Wanted = {
  readonly id: ItemId
  readonly today: CalendarDate
  /** Other items on the page. */
  readonly cards: readonly { readonly id: string }[]
}

/**
 * Like `findItem`, with what the page shows about the shopper. One statement, because it runs for
 * every view of an item.
 */
export async function findItemForShopper(
  db: DbOrTx,
  shopper: Shopper,
  { id, today, cards }: Wanted,
): Promise<{ readonly item: ItemPage; readonly viewer: ItemViewer } | null> {
  const values = { id, shopperId: shopper.id, ids: cards.map((card) => card.id) }
  const [row] = await rows(db, { ...values, ...shownDays(today) })
  const item = row ? toItemPage(row, shopper, today) : null
  if (!row || !item) return null
  if (!row.viewer) throw new Error('a person without a profile')
  const { phone, delivery_address: address, delivery_notes: notes, zip, liked } = row.viewer
  return {
    item,
    viewer: {
      deposit: row.deposit && depositState(row.deposit),
      delivery: { phone, address, notes },
      zip,
      sizes: row.sizes,
      ownRental: row.own_rental,
      liked: new Set(liked),
    },
  }
}

type Values = ShownDays & {
  readonly id: ItemId
  readonly shopperId: PersonId
  readonly ids: readonly string[]
}

const rows = compiledOnce((db, { id, shopperId, ids, today, until, since }: Values) =>
  itemPageRows(db, shopperId, id, { today, until, since }).select([
    jsonObjectFrom(
      db
        .selectFrom('user_profiles as v')
        .select(['v.phone', 'v.delivery_address', 'v.delivery_notes', 'v.zip'])
        .select(sql<string[]>`array(${likedAmong(db, shopperId, ids)})`.as('liked'))
        .where('v.id', '=', shopperId),
    ).as('viewer'),
    jsonObjectFrom(sizeProfileQuery(db, shopperId)).as('sizes'),
    jsonObjectFrom(liveDepositQuery(db, shopperId)).as('deposit'),
    jsonObjectFrom(liveRentalQuery(db, shopperId, id)).as('own_rental'),
  ]),
)
