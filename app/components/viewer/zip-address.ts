import { href } from 'react-router'

/** The form for the ZIP code, which leads back to a page of ours. */
export const zipAddress = (returnTo: string) =>
  `${href('/zip')}?return_to=${encodeURIComponent(returnTo)}`
