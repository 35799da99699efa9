import { createContext } from 'react'

/**
 * The cents that a closet earns per credit, to be shown beside its prices; 0 where nobody is paid.
 * The layout route of a closet's pages provides it.
 */
export const PayoutRate = createContext(0)
