import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import {
  type AccountingList,
  accountingLists,
  periodLists,
} from '#domain/admin/exports/export-period.ts'

/** The files for accounting and taxes. */
export function AccountingFiles() {
  return (
    <section aria-labelledby="files" className="mt-14">
      <h2 id="files" className="text-[1.75rem]">
        Files for accounting
      </h2>
      <p className="mt-1 text-soft">For accountants and tax returns. They add up to the months.</p>
      <ul className="mt-4 border-t border-line">
        {accountingLists.map((list) => (
          <li
            key={list}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-4"
          >
            <p className="max-w-prose min-w-0">{FILES[list].line}</p>
            {/* Without days to choose, it is downloaded at once. */}
            {periodLists.includes(list) ? (
              <LinkButton to={href('/admin/downloads/:list', { list })} kind="secondary">
                {`Download ${FILES[list].name} (CSV)`}
              </LinkButton>
            ) : (
              <LinkButton
                to={href('/admin/export/:list', { list })}
                reloadDocument
                kind="secondary"
              >
                {`Download ${FILES[list].name} (CSV)`}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is in a file for accounting. */
const FILES = {
  payouts: { name: 'payouts', line: 'Each payout that was made, by the day on which it was.' },
  earnings: {
    name: 'earnings of closets',
    line: 'Each earning and adjustment of closets, by the day on which it was recorded.',
  },
  closets: {
    name: 'yearly earnings by closet',
    line: 'For each closet and the days that you choose: rentals, gross earnings and what was paid.',
  },
  balances: {
    name: 'balances of closets',
    line: 'For each closet and the days that you choose: what it was owed before them, earned, was paid, and was owed at their end. They add up to the closets of a month.',
  },
  owed: {
    name: 'what closets are owed',
    line: 'What each closet is owed today, and what of it is ready.',
  },
  credits: {
    name: 'credit movements',
    line: 'Each change of credits and of what was paid for them, with gift codes. They add up to the changes of a month.',
  },
  receipts: {
    name: 'taxable receipts',
    line: 'What was paid for the credits that rentals used, by month and by the state of the renter, or of the closet if the renter has none.',
  },
  deposits: {
    name: 'deposits',
    line: 'Each deposit, with what was refunded, kept and lost of it.',
  },
  unclaimed: {
    name: 'unclaimed balances',
    line: 'Who has credits, gift codes that nobody claimed, a deposit or earnings, with their state and the last day on which they did something.',
  },
} as const satisfies Record<AccountingList, { readonly name: string; readonly line: string }>
