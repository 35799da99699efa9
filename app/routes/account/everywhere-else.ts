/** What the form of sessions sends in place of one of them. */
export const EVERYWHERE_ELSE = 'others'
