import { createContext } from 'react'

/**
 * How many things need attention behind each tab of the admin's or a closet's pages, by the tab's
 * address, counted up to one more than `MAX_COUNTED`; their layout routes provide it.
 */
export const TabCounts = createContext<Readonly<Partial<Record<string, number>>>>({})
