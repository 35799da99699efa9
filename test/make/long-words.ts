// Many words, and one that is too long for its column.
export const LONG_NAME = `${'Wilhelmina-Theodora '.repeat(2)}${'Featherstonehaugh'.repeat(4)}`
export const LONG_TITLE = `${'Hand-embroidered '.repeat(2)}${'Schiaparelli'.repeat(6)}`
