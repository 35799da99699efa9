import { count, type Item, type Model } from './state.ts'

// How items get to their renters: the model's own rules, for two places that a renter can name.

/** Where a renter wants an item: where every closet of the simulation is, far from there, or unknown. */
export type Where = 'near' | 'far' | null

export type Handover = 'delivery' | 'pickup' | 'shipping' | 'ask'

/** What a closet does, and whether anybody knows where it is. */
export type Ways = {
  readonly isPlaced: boolean
  readonly delivers: boolean
  readonly letsPickUp: boolean
  readonly ships: boolean
}

type Answer =
  | { readonly handover: Handover | null }
  | { readonly refusal: 'out-of-area' | 'handover-not-offered' }

export function handoverOf({ ways }: Item, where: Where, chosen: Handover | null): Answer {
  if (chosen === 'pickup')
    return ways.letsPickUp ? { handover: chosen } : { refusal: 'handover-not-offered' }
  if (chosen === 'shipping')
    return ways.ships ? { handover: chosen } : { refusal: 'handover-not-offered' }
  if (where === null || (ways.delivers && !ways.isPlaced)) {
    if (chosen !== 'delivery') return { handover: null }
    return ways.delivers ? { handover: chosen } : { refusal: 'handover-not-offered' }
  }
  if (ways.delivers && where === 'near') return { handover: 'delivery' }
  return chosen === 'ask' ? { handover: chosen } : { refusal: 'out-of-area' }
}

/** How an item comes to a renter who chooses nothing, as in a swap: delivered, or else sent. */
export function handoverOfSwap(item: Item, where: Where): Answer {
  const usual = handoverOf(item, where, null)
  return 'refusal' in usual && item.ways.ships ? { handover: 'shipping' } : usual
}

export function countHandover(model: Model, how: string, handover: Handover | null): void {
  count(model, `${how}: ${handover ?? 'no handover'}`)
}
