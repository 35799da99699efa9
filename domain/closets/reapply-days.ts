/** Days after which somebody whose application was denied may apply again. */
export const REAPPLY_DAYS = 30
