import { createContext } from 'react'

/**
 * True while the last submission of a form has had no answer: what the answer before it said about the
 * fields may be corrected by now.
 */
export const StaleErrors = createContext(false)
