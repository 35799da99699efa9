/** A payment event that could not be processed for so long has failed, and an admin decides. */
export const EVENT_RETRY_DAYS = 3
