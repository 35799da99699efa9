import { href } from 'react-router'
import { fixedGroups } from '#domain/catalogue/items/fields/item-words.ts'

const PAGES = { style: href('/styles'), occasion: href('/occasions') } as const

/** The address of a style or occasion on its browse page; `query` is added. */
export function groupAddress(kind: keyof typeof PAGES, word: string, query = ''): string {
  const groups: readonly string[] = fixedGroups[kind]
  const index = groups.indexOf(word)
  return `${PAGES[kind]}${query}#group-${(index < 0 ? groups.length : index) + 1}`
}
