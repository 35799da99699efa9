/** Endpoints per closet; the database enforces it (`closet_has_at_most_10_endpoints`). */
export const MAX_ENDPOINTS = 10
/** An endpoint with this many deliveries waiting is disabled. */
export const MAX_WAITING = 1000
/**
 * No delivery is added beyond this number, in case none is tried in the meantime; the database
 * enforces it.
 */
export const MAX_STORED = MAX_WAITING + 100
/**
 * A closet keeps its newest events, and older ones that wait for an endpoint; the database enforces
 * it.
 */
export const MAX_EVENTS = 10_000
/** Events and their deliveries are removed after this. */
export const EVENT_DAYS = 30
/** After a rotation the previous secret still signs for this long. */
export const OVERLAP_HOURS = 24
