/** The value in the sessions form that means all other sessions. */
export const EVERYWHERE_ELSE = 'others'
