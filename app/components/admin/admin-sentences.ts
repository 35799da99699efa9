/** For a form that lacks its hidden fields. */
export const FORM_INCOMPLETE = 'Please reload the page and submit the form again.'

/** What an admin could not change; shown by the server, and by forms that get no response. */
export const SETTING_NOT_SAVED = 'Error updating setting. Please try again.'
export const BRAND_NOT_SAVED = 'Error saving brand. Please try again.'
export const BRAND_NOT_DELETED = 'Error deleting brand. Please try again.'
export const CITY_NOT_SAVED = 'Error saving city. Please try again.'
export const CITY_NOT_DELETED = 'Error deleting city. Please try again.'
