import type { Move } from './booking-moves.ts'

/** The answers to both moves, such as 'done/dates-taken', in the given and in reverse order. */
type Allowed = readonly [inOrder: string, turned: string]

/** Both want the same days; the earlier one gets them. */
const exactlyOne = (first: string, second: string): Allowed => [`done/${second}`, `${first}/done`]

/** The first is only possible before the second. */
const onlyBefore = (reason: string): Allowed => ['done/done', `${reason}/done`]

/** The first is only possible after the second, which frees the days. */
const onlyAfter = (reason: string): Allowed => [`${reason}/done`, 'done/done']

/** The days are reserved for the second; the reason changes once it has rented them. */
const secondOnly = (before: string, after = before): Allowed => [`${before}/done`, `${after}/done`]

/** Both succeed in either order. */
const BOTH: Allowed = ['done/done', 'done/done']

/** The allowed results of each pair of simultaneous moves. */
export const bookingOutcomes: readonly (readonly [Move, Move, Allowed])[] = [
  ['rent', 'rent', exactlyOne('dates-taken', 'dates-taken')],
  ['rent', 'rent in the turnaround', exactlyOne('dates-taken', 'dates-taken')],
  ['rent', 'extend', exactlyOne('dates-taken', 'dates-taken')],
  ['rent', 'block', exactlyOne('dates-taken', 'dates-rented')],
  ['rent', 'return early', onlyAfter('dates-taken')],
  ['rent', 'cancel', onlyAfter('dates-taken')],
  ['rent', 'swap to it', exactlyOne('dates-taken', 'dates-taken')],
  ['rent', 'swap away', onlyAfter('dates-taken')],
  ['rent', 'accept the offer', secondOnly('held', 'dates-taken')],
  // Without advance booking nobody else can rent the item until its last rental ends.
  ['rent', 'switch off', onlyBefore('dates-taken')],

  ['rent in the turnaround', 'rent in the turnaround', exactlyOne('dates-taken', 'dates-taken')],
  ['rent in the turnaround', 'extend', BOTH],
  ['rent in the turnaround', 'block', BOTH],
  ['rent in the turnaround', 'return early', BOTH],
  ['rent in the turnaround', 'cancel', BOTH],
  ['rent in the turnaround', 'swap to it', exactlyOne('dates-taken', 'dates-taken')],
  ['rent in the turnaround', 'swap away', BOTH],
  ['rent in the turnaround', 'accept the offer', secondOnly('held', 'dates-taken')],
  ['rent in the turnaround', 'switch off', onlyBefore('dates-taken')],

  // Both extend to the same day, or move to the same dates: the credits are charged once.
  ['extend', 'extend', BOTH],
  ['extend', 'block', exactlyOne('dates-taken', 'dates-rented')],
  ['extend', 'return early', onlyBefore('too-late')],
  ['extend', 'cancel', onlyBefore('too-late')],
  ['extend', 'swap to it', exactlyOne('dates-taken', 'dates-taken')],
  ['extend', 'swap away', onlyBefore('too-late')],
  ['extend', 'accept the offer', secondOnly('dates-taken')],
  ['extend', 'switch off', BOTH],

  ['change dates', 'change dates', BOTH],
  ['rent', 'change dates', exactlyOne('dates-taken', 'dates-taken')],
  ['rent in the turnaround', 'change dates', BOTH],
  // The new last day is later than the one to which it is extended.
  ['extend', 'change dates', onlyBefore('end-invalid')],
  ['block', 'change dates', exactlyOne('dates-rented', 'dates-taken')],
  // A rental whose item is out does not move.
  ['change dates', 'return early', secondOnly('too-late')],
  ['change dates', 'cancel', onlyBefore('too-late')],
  ['swap to it', 'change dates', exactlyOne('dates-taken', 'dates-taken')],
  // On other dates it is no longer at risk.
  ['swap away', 'change dates', exactlyOne('not-let-down', 'too-late')],
  ['change dates', 'accept the offer', secondOnly('dates-taken')],
  ['change dates', 'switch off', BOTH],

  ['block', 'block', BOTH],
  ['block', 'return early', onlyAfter('dates-rented')],
  ['block', 'cancel', onlyAfter('dates-rented')],
  ['block', 'swap to it', exactlyOne('dates-rented', 'dates-taken')],
  ['block', 'swap away', onlyAfter('dates-rented')],
  ['block', 'accept the offer', secondOnly('dates-offered', 'dates-rented')],
  ['block', 'switch off', BOTH],

  ['return early', 'return early', exactlyOne('already-decided', 'already-decided')],
  // A rental whose item is out cannot be cancelled.
  ['cancel', 'return early', secondOnly('too-late')],
  ['swap to it', 'return early', onlyAfter('dates-taken')],
  ['swap away', 'return early', onlyBefore('not-let-down')],
  ['return early', 'accept the offer', BOTH],
  ['return early', 'switch off', BOTH],

  // Cancelled once.
  ['cancel', 'cancel', BOTH],
  ['swap to it', 'cancel', onlyAfter('dates-taken')],
  // Whoever is canceled by somebody else takes the other item all the same.
  ['swap away', 'cancel', BOTH],
  ['cancel', 'accept the offer', BOTH],
  ['cancel', 'switch off', BOTH],

  ['swap to it', 'swap to it', exactlyOne('dates-taken', 'dates-taken')],
  ['swap to it', 'swap away', onlyAfter('dates-taken')],
  ['swap to it', 'accept the offer', secondOnly('dates-taken')],
  ['swap to it', 'switch off', onlyBefore('dates-taken')],

  ['swap away', 'swap away', exactlyOne('not-let-down', 'not-let-down')],
  ['swap away', 'accept the offer', BOTH],
  ['swap away', 'switch off', BOTH],

  // Two forms on two devices.
  ['accept the offer', 'accept the offer', exactlyOne('already-requested', 'already-requested')],
  ['accept the offer', 'switch off', onlyBefore('dates-taken')],

  ['switch off', 'switch off', BOTH],
]
