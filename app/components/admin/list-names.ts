import type { ExportList } from '#domain/admin/exports/export-period.ts'

const LISTS = {
  people: 'users',
  rentals: 'rentals',
  money: 'payments and refunds',
  listings: 'listings',
  items: 'items',
  applications: 'applications',
  audit: 'the audit log',
  payouts: 'payouts',
  earnings: 'earnings of closets',
  closets: 'yearly earnings by closet',
  owed: 'what closets are owed',
  credits: 'credit movements',
  receipts: 'taxable receipts',
  deposits: 'deposits',
  unclaimed: 'unclaimed balances',
} as const satisfies Record<ExportList, string>

export const listWords = (list: ExportList): string => LISTS[list]

export const downloadWords = (list: ExportList): string => `Download ${LISTS[list]} (CSV)`
