import type { DemoShopper } from './seed-people.ts'

export type DemoRentalState =
  | 'pending'
  | 'confirmed'
  | 'delivered'
  | 'late'
  | 'returned'
  | 'completed'
  | 'cancelled'

export type DemoRental = {
  readonly item: string
  readonly renter: DemoShopper | 'shopper'
  readonly state: DemoRentalState
  /** Days from today: when it was requested, and when it starts. */
  readonly requested: number
  readonly starts: number
  readonly days?: number
}

/** The rental whose renter asks to send the item back. */
export const sentBackRental: DemoRental = {
  item: 'petal-boucle-jacket',
  renter: 'Iris Vale',
  state: 'delivered',
  requested: -4,
  starts: -1,
}

/** The first six belong to the demo closet; with the reviewed rentals they cover every stage. */
export const demoRentals: readonly DemoRental[] = [
  { item: 'black-feather-column', renter: 'Iris Vale', state: 'pending', requested: -1, starts: 5 },
  { item: 'rose-tweed-shift', renter: 'Noor Haddad', state: 'confirmed', requested: -3, starts: 2 },
  // Has to be sent back tomorrow.
  { item: 'polka-dot-wrap', renter: 'shopper', state: 'delivered', requested: -8, starts: -5 },
  {
    item: 'black-tuxedo-jacket',
    renter: 'Theo Lindqvist',
    state: 'late',
    requested: -15,
    starts: -10,
  },
  {
    item: 'classic-trench-coat',
    renter: 'Wren Castillo',
    state: 'returned',
    requested: -16,
    starts: -9,
  },
  {
    item: 'petal-boucle-jacket',
    renter: 'June Abara',
    state: 'cancelled',
    requested: -25,
    starts: -18,
  },
  {
    item: 'houndstooth-blazer',
    renter: 'shopper',
    state: 'completed',
    requested: -74,
    starts: -70,
  },
  {
    item: 'navy-floral-tea-dress',
    renter: 'shopper',
    state: 'cancelled',
    requested: -30,
    starts: -20,
  },
  { item: 'little-black-dress', renter: 'shopper', state: 'pending', requested: 0, starts: 10 },
  {
    item: 'emerald-velvet-gown',
    renter: 'Clara Novak',
    state: 'pending',
    requested: -1,
    starts: 14,
  },
  { item: 'onyx-sequin-mini', renter: 'Zadie Cole', state: 'delivered', requested: -5, starts: -1 },
  {
    item: 'watercolour-organza-gown',
    renter: 'Rosa Medina',
    state: 'confirmed',
    requested: -2,
    starts: 20,
  },
  {
    item: 'lilac-chiffon-midi',
    renter: 'Tessa Wright',
    state: 'delivered',
    requested: -7,
    starts: -5,
    days: 14,
  },
  { item: 'seventies-arch-maxi', renter: 'Amara Boyd', state: 'pending', requested: -2, starts: 6 },
  {
    item: 'plum-brocade-gown',
    renter: 'Clara Novak',
    state: 'completed',
    requested: -35,
    starts: -31,
  },
  {
    item: 'botanical-print-maxi',
    renter: 'Rosa Medina',
    state: 'completed',
    requested: -60,
    starts: -56,
  },
  sentBackRental,
  // Booked ahead: several rentals of one item, with days between them.
  { item: 'polka-dot-wrap', renter: 'Noor Haddad', state: 'confirmed', requested: -6, starts: 8 },
  { item: 'polka-dot-wrap', renter: 'June Abara', state: 'pending', requested: -1, starts: 20 },
  {
    item: 'black-feather-column',
    renter: 'Wren Castillo',
    state: 'confirmed',
    requested: -4,
    starts: 16,
  },
  {
    item: 'black-feather-column',
    renter: 'June Abara',
    state: 'confirmed',
    requested: -9,
    starts: 30,
    days: 14,
  },
  {
    item: 'rose-tweed-shift',
    renter: 'Theo Lindqvist',
    state: 'pending',
    requested: -1,
    starts: 12,
  },
  // At risk: the item is late in the rental before it.
  { item: 'black-tuxedo-jacket', renter: 'shopper', state: 'confirmed', requested: -12, starts: 4 },
  {
    item: 'little-black-dress',
    renter: 'Noor Haddad',
    state: 'pending',
    requested: -1,
    starts: 24,
  },
  { item: 'onyx-sequin-mini', renter: 'Paloma Ruiz', state: 'confirmed', requested: -3, starts: 9 },
  { item: 'onyx-sequin-mini', renter: 'Zadie Cole', state: 'pending', requested: -1, starts: 21 },
  { item: 'gold-sequin-gown', renter: 'Paloma Ruiz', state: 'pending', requested: -2, starts: 28 },
  {
    item: 'watercolour-organza-gown',
    renter: 'Greta Sund',
    state: 'confirmed',
    requested: -4,
    starts: 5,
  },
  {
    item: 'watercolour-organza-gown',
    renter: 'Rosa Medina',
    state: 'pending',
    requested: -1,
    starts: 34,
  },
  {
    item: 'botanical-print-maxi',
    renter: 'Greta Sund',
    state: 'pending',
    requested: -1,
    starts: 7,
  },
  {
    item: 'lilac-chiffon-midi',
    renter: 'Hana Kimura',
    state: 'confirmed',
    requested: -3,
    starts: 12,
  },
  {
    item: 'lilac-chiffon-midi',
    renter: 'Tessa Wright',
    state: 'pending',
    requested: -1,
    starts: 40,
  },
  {
    item: 'burgundy-ball-gown',
    renter: 'Wren Castillo',
    state: 'pending',
    requested: -2,
    starts: 24,
  },
  { item: 'blush-tulle-gown', renter: 'Hana Kimura', state: 'pending', requested: -2, starts: 15 },
]
