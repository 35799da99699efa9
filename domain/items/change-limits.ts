/** Of items in one transaction: nobody who rents one of them should wait for long. */
export const MAX_CHANGED = 5000
