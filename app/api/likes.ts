import * as z from 'zod'
import { countAttempt } from '#app/request/limits.ts'
import type { ItemId } from '#db/ids.ts'
import { likedAfter } from '#domain/catalogue/likes/like-queries.ts'
import { like, unlike } from '#domain/catalogue/likes/likes.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done, refused } from '#domain/shared/outcome.ts'
import { tooMany } from './answer-limits.ts'
import { changeEndpoint, getEndpoint, shoppers } from './endpoint.ts'
import { shownItem, shownItemOf } from './items.ts'
import { after, answer, instant, nothing, pageOf } from './schema.ts'

const likedItem = answer('LikedItem', {
  ...shownItem,
  available: z.boolean().describe('It can be rented at the moment.'),
  liked_at: instant,
})

export const likeEndpoints = [
  getEndpoint({
    path: '/likes',
    name: 'listLikes',
    summary: 'List liked items, newest first',
    scope: 'likes:read',
    who: shoppers,
    query: z.object(after),
    answer: pageOf('LikePage', likedItem),
    read: async ({ app, who, origin, query }) => {
      const { rows, next } = await likedAfter(app.db, who, query.after ?? null)
      return done({
        data: rows.map((row) => ({
          ...shownItemOf(row, origin),
          available: row.mark === null,
          liked_at: row.likedAt.toISOString(),
        })),
        next,
      })
    },
  }),
  changeEndpoint({
    method: 'PUT',
    path: '/likes/{id}',
    name: 'like',
    summary: 'Like an item',
    scope: 'likes:write',
    who: shoppers,
    query: nothing,
    body: nothing,
    change: async ({ app, who, id, now }) => {
      const taken = await countAttempt(app, 'like', who.id)
      if (!taken.ok) return refused(tooMany('like', taken.problem.retryAfterSeconds))
      const itemId = parseId<ItemId>(id)
      const outcome = itemId && (await like(app.db, who, itemId, now))
      return outcome?.ok ? outcome : refused({ reason: 'not-found' })
    },
  }),
  changeEndpoint({
    method: 'DELETE',
    path: '/likes/{id}',
    name: 'unlike',
    summary: 'Unlike an item',
    description: 'Has no effect if you have not liked it.',
    scope: 'likes:write',
    who: shoppers,
    query: nothing,
    body: nothing,
    change: async ({ app, who, id }) => {
      const itemId = parseId<ItemId>(id)
      if (!itemId) return refused({ reason: 'not-found' })
      await unlike(app.db, who, itemId)
      return done(null)
    },
  }),
]
