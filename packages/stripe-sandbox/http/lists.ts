import { badRequest } from '#sandbox/core/errors.ts'
import type { ObjectName, Objects } from '#sandbox/core/objects.ts'
import { type Conditions, page, type Slice } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

type SliceParams = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: Slice['created']
}

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** One page of a list, newest first, as the API returns it. */
export async function listPage<K extends ObjectName>(
  work: Work,
  object: K,
  url: string,
  params: SliceParams,
  conditions: Conditions = {},
  parent?: string | null,
): Promise<List<Objects[K]>> {
  if (params.starting_after !== undefined && params.ending_before !== undefined) {
    throw badRequest(
      'You may only specify one of these parameters: starting_after, ending_before.',
      'parameters_exclusive',
      'starting_after',
    )
  }
  const { rows, hasMore } = await page(work, object, conditions, {
    limit: params.limit ?? 10,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    created: params.created,
    parent,
  })
  return { object: 'list', data: rows, has_more: hasMore, url }
}
