/** After this long a payment event that could not be processed has failed, and an admin decides. */
export const EVENT_RETRY_DAYS = 3
