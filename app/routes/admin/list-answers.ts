import type { ListPart } from '#app/components/admin/list-part.ts'
import { attempt } from '#app/request/attempt.ts'
import type { Context } from '#app/request/contexts.ts'
import { done } from '#domain/shared/outcome.ts'

/** The query of a list in an address: `part` is one of `filters`, or null. */
export function readPart(request: Request, base: string, filters: readonly string[] = []) {
  const query = new URL(request.url).searchParams
  const requested = query.get('part')
  const after = query.get('after')
  const part: ListPart = {
    base,
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    filter: filters.find((known) => known === requested) ?? null,
    isFirst: after === null,
  }
  return { part, after, query }
}

/** A list, or null when it could not be loaded: the page stays and says so. */
export async function loadList<Value>(
  context: Context,
  request: Request,
  load: () => Promise<Value>,
): Promise<Value | null> {
  const loaded = await attempt(context, request, async () => done(await load()))
  return loaded.ok ? loaded.value : null
}
