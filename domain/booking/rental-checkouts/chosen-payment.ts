/** What a shopper chose to pay for a rental. */
export type ChosenPayment = {
  /** The product that brings the missing credits, as submitted; null when none are missing. */
  readonly product: string | null
  /** The amount that the page showed. */
  readonly totalCents: number
}
