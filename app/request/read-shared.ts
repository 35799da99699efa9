import type { SharedRead } from '#domain/shared/lists/shared-read.ts'
import { appContext, type Context, viewerIn } from './contexts.ts'
import type { SharedLists } from './shared-lists.ts'

/**
 * A list, shared for two seconds, except with people who have just sent a form. For visitors and
 * admins it is always read: visitors' pages are cached as a whole, and admins see more than others.
 * @param key what the list depends on, besides the database
 */
export async function readShared<T>(
  context: Context,
  of: (lists: SharedLists) => SharedRead<T>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const { person, hasJustSent } = viewerIn(context)
  if (!person || person.accountType === 'admin') return await read()
  return await of(context.get(appContext).sharedLists).get(key, hasJustSent, read)
}
