type Cost = {
  readonly totalCredits: number
  /** Goodwill that paid for it after a swap. */
  readonly swapGoodwill: number
}

/** The credits that the renter paid, without goodwill for a swap; only these can be restored. */
export function ownCredits({ totalCredits, swapGoodwill }: Cost): number {
  return totalCredits - swapGoodwill
}
