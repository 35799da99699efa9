/** Where the API begins. Its version changes with what would break a client. */
export const API_ROOT = '/api/v1'

/** Everything about it for generators. */
export const API_DOCUMENT = '/api/openapi.json'
