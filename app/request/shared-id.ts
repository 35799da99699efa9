import { redirect } from 'react-router'
import type { Id } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { pathOf } from './path-of.ts'

/** Signs of the sentence around a link, which chats take for a part of it. */
const TRAILING = /[.,;:!?)\]}>'"’”]{1,5}$/

/** The id in the last part of an address; redirects to the page if only trailing signs are wrong. */
export function idOfAddress<Of extends Id<string>>(request: Request, last: string): Of | null {
  const id = parseId<Of>(last)
  const shared = id ? null : parseId<Of>(last.replace(TRAILING, ''))
  if (!shared) return id
  const { pathname, search } = new URL(pathOf(request), request.url)
  throw redirect(`${pathname.slice(0, pathname.lastIndexOf('/') + 1)}${shared}${search}`, 301)
}
