// The names of what a form with lengths posts besides their texts.

/** The unit of numbers without one. */
export const UNIT_FIELD = 'length_unit'
/** The button that shows the form in the other unit. */
export const SWITCH_BUTTON = 'switch_unit'

export const exactField = (name: string) => `${name}_exact`
/** The buttons that answer the question which unit was meant. */
export const meantButton = (name: string) => `${name}_meant`
