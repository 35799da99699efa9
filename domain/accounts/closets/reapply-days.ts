/** Days until the owner of a denied application can apply again. */
export const REAPPLY_DAYS = 30
