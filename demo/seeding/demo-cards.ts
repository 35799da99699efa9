// Stripe's test cards, one for each person who pays in the demo. Two share one, as two accounts of one person
// would: an admin sees it on their pages, and under Signals for the gift between them.

const SHARED = '5555555555554444'

export const sharedCard = { buyer: 'Paloma Ruiz', claimer: 'Greta Sund' } as const

const cards: Readonly<Record<string, string>> = {
  [sharedCard.buyer]: SHARED,
  [sharedCard.claimer]: SHARED,
  'Iris Vale': '4000056655665556',
  'Noor Haddad': '2223003122003222',
  'Theo Lindqvist': '5200828282828210',
  'Wren Castillo': '5105105105105100',
  'June Abara': '4000001240000000',
  'Clara Novak': '4000004840008001',
  'Rosa Medina': '4000000320000021',
  'Tessa Wright': '4000002760000016',
  'Amara Boyd': '4000003000000030',
  'Zadie Cole': '4000002500000003',
  'Hana Kimura': '4000000360000006',
  'Mei Tanaka': '4000005780000007',
}

/** The card of a person; the demo accounts have the best-known one. */
export const cardNumberOf = (fullName: string): string => cards[fullName] ?? '4242424242424242'
