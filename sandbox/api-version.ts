import type Stripe from 'stripe'

/** The one API version spoken here: the one that the installed SDK pins. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion
