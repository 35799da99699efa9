/** A mutant that no test has to kill, with the reason why nobody could notice a difference. */
export interface Accepted {
  readonly path: string
  /** The trimmed line and what changes in it, as in the report. */
  readonly line: string
  readonly was: string
  readonly becomes: string
  readonly reason: string
}

// Reasons shared by several survivors.

export const UNDEFINED = 'Kysely writes undefined as the default of the column, which is null.'
export const ONE_PAYER =
  'A payment has one payer, whose lots these are; the person is named for the index.'
export const LOCK =
  'A lock: only what happens at the same time shows it (booking-races, npm run simulate).'
export const ONE_MORE = 'One row more is read; `toPage` cuts the page.'
export const TYPES = 'It always exists (a foreign key); the types do not know that.'
export const BATCH = 'How many are done at a time; callers repeat it until there are fewer.'
export const EMPTY_LOTS =
  'Lots without credits add nothing to a sum; the condition is that of the index.'
export const ORDER = 'The order in which they are done; all of them are.'
export const INDEX_ORDER = 'The index of this query has this order.'
export const CUT = '`toPage` cuts the page; the limit only keeps what is read small.'
export const BOTH_OR_NONE = 'Both are null, or neither is (a constraint).'
export const SAME_MOMENT = 'Only what happens at the same moment shows it.'
export const NO_MOVER = 'Without a rental there is nobody who could move it.'
export const NO_CONSTRAINT = 'No constraint has the name undefined or is empty.'
