import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { type AccountingList, accountingLists } from '#domain/admin/exports/export-period.ts'

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
            <p className="max-w-prose min-w-0">{FILE_LINES[list]}</p>
            <DownloadCsv list={list} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is in a file for accounting. */
const FILE_LINES = {
  payouts: 'Each payout that was made, by the day on which it was.',
  earnings: 'Each earning and adjustment of closets, by the day on which it was recorded.',
  closets:
    'For each closet and the days that you choose: rentals, gross earnings and what was paid.',
  owed: 'What each closet is owed today, and what of it is ready.',
  credits:
    'Each change of credits and of what was paid for them, with gift codes. They add up to the changes of a month.',
  receipts:
    'What was paid for the credits that rentals used, by month and by the state of the renter, or of the closet if the renter has none.',
  deposits: 'Each deposit, with what was refunded, kept and lost of it.',
  unclaimed:
    'Who has credits, gift codes that nobody claimed, a deposit or earnings, with their state and the last day on which they did something.',
} as const satisfies Record<AccountingList, string>
