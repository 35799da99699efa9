// How much of each group is shown on a browse page, stored in its address, so that it works without
// a script, can be shared and is still there after going back: ?more=Formal:15&more=Casual:27.

/** For one group: `size` items after `after`, which is null for its start. */
export type GroupWindow = {
  readonly name: string
  readonly size: number
  readonly after: string | null
}

const FIRST_SHOWN = 3
const MORE_SHOWN = 12
/** A longer group starts later: `Formal:12@cursor` shows 12 items after that cursor. */
const MAX_SHOWN = 99
/** The total for all opened groups of a page; those opened first are closed first. */
const MAX_OPENED = 240

const written = /^(.{1,120}):(\d{1,4})(?:@([\w-]{1,300}))?$/

/** The windows of the groups on a page, from its address. */
export function readWindows(names: readonly string[], search: URLSearchParams): GroupWindow[] {
  const opened = new Map<string, GroupWindow>()
  let left = MAX_OPENED
  for (const entry of search.getAll('more').reverse()) {
    const [, name, digits, after = null] = written.exec(entry) ?? []
    if (!name || opened.has(name) || !names.includes(name)) continue
    const size = Math.min(Math.max(Number(digits), FIRST_SHOWN), MAX_SHOWN, left)
    if (size < FIRST_SHOWN) break
    opened.set(name, { name, size, after })
    left -= size
  }
  return names.map((name) => opened.get(name) ?? { name, size: FIRST_SHOWN, after: null })
}

/**
 * The address that shows 12 more items of a group.
 * @param next the cursor after the last item shown now
 */
export function showMore(search: URLSearchParams, window: GroupWindow, next: string): string {
  const { name, after } = window
  const size = window.size + MORE_SHOWN
  return size <= MAX_SHOWN
    ? addressOf(search, { name, size, after })
    : addressOf(search, { name, size: MORE_SHOWN, after: next })
}

/** The address with a group as it is at first. */
export function showFirst(search: URLSearchParams, name: string): string {
  return addressOf(search, { name, size: FIRST_SHOWN, after: null })
}

function addressOf(search: URLSearchParams, { name, size, after }: GroupWindow): string {
  const changed = new URLSearchParams(search)
  changed.delete('more')
  for (const entry of search.getAll('more')) {
    if (written.exec(entry)?.[1] !== name) changed.append('more', entry)
  }
  if (after !== null || size > FIRST_SHOWN) {
    changed.append('more', `${name}:${size}${after === null ? '' : `@${after}`}`)
  }
  return `?${changed}`
}
