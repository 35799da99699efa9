/** The root of the API. Its version changes only with breaking changes. */
export const API_ROOT = '/api/v1'

/** The OpenAPI document, for code generators. */
export const API_DOCUMENT = '/api/openapi.json'
