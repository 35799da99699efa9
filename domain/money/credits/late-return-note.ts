/** The note of goodwill for a rental that was cancelled because the one before was late. */
export const LATE_RETURN_NOTE = 'late return'
