const NAMES: Readonly<Record<string, string>> = {
  affirm: 'Affirm',
  afterpay_clearpay: 'Afterpay',
  amazon_pay: 'Amazon Pay',
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  cashapp: 'Cash App Pay',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  klarna: 'Klarna',
  link: 'Link',
  mastercard: 'Mastercard',
  paypal: 'PayPal',
  unionpay: 'UnionPay',
  us_bank_account: 'US bank account',
  visa: 'Visa',
  zip: 'Zip',
}

/** 'Visa ending in 4242', 'Cash App Pay'; null when it is not known or has no usual name. */
export function paymentMethodInWords(
  method: string | null,
  cardLast4: string | null,
): string | null {
  const name = method !== null && Object.hasOwn(NAMES, method) ? NAMES[method] : undefined
  if (cardLast4 !== null) return `${name ?? 'Card'} ending in ${cardLast4}`
  return name ?? null
}
