/** How long the person who took a step or decided something can undo it. */
export const UNDO_MINUTES = 15

/** Until when what was done `at` can be undone. */
export function undoEnd(at: Date): Date {
  return new Date(at.getTime() + UNDO_MINUTES * 60_000)
}

/** The first instant after `since` from which something can still be undone. */
export function undoStart(since: Date, now: Date): Date {
  return new Date(Math.max(since.getTime(), now.getTime() - UNDO_MINUTES * 60_000))
}
