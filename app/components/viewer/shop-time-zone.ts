import { createContext } from 'react'

/** The time zone of the shop: people who manage rentals see the same times in every browser. */
export const ShopTimeZone = createContext('UTC')
