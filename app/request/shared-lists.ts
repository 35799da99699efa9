import type { BrowseGroup } from '#app/components/browse/browse-group.ts'
import type { SectionsJson } from '#app/components/home/sections-json.ts'
import type { CardItem } from '#app/components/items/card-item.ts'
import type { ListedItem } from '#domain/catalogue/items/items.ts'
import type { withLikes } from '#domain/catalogue/likes/like-queries.ts'
import type { Reaches } from '#domain/catalogue/reach/reach.ts'
import { createSharedRead, SHARED_MS, type SharedRead } from '#domain/shared/lists/shared-read.ts'

type Card = Awaited<ReturnType<typeof withLikes<ListedItem>>>[number]

/** Lists that are the same for every shopper and closet, without what each of them likes. */
export type SharedLists = {
  readonly home: SharedRead<{
    readonly sections: SectionsJson
    readonly cards: readonly CardItem[]
    readonly reaches: Reaches
  }>
  readonly groups: SharedRead<{
    readonly groups: readonly BrowseGroup[]
    readonly reaches: Reaches
  }>
  readonly locations: SharedRead<{
    readonly groups: readonly BrowseGroup[]
    readonly reaches: Reaches
    readonly next: string | null
  }>
  /** Cards of the closet's other items come first. */
  readonly related: SharedRead<{ readonly cards: readonly Card[]; readonly ofCloset: number }>
}

/** @param now a monotonic clock in milliseconds */
export function createSharedLists(now: () => number, sharedMs = SHARED_MS): SharedLists {
  return {
    home: createSharedRead(now, { sharedMs }),
    groups: createSharedRead(now, { sharedMs }),
    locations: createSharedRead(now, { sharedMs }),
    related: createSharedRead(now, { sharedMs }),
  }
}
