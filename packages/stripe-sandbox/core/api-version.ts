import type Stripe from 'stripe'

/** The only supported API version: the one that the installed SDK pins. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion
