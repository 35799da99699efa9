export const LISTING_NOT_SAVED = 'Error saving listing. Please try again.'
export const LISTING_NOT_DELETED = 'Error deleting listing. Please try again.'
