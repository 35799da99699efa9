import { href } from 'react-router'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { PayoutList } from '#app/components/closet/payout-list.tsx'
import { YearTable } from '#app/components/closet/year-table.tsx'
import { DocumentFacts } from '#app/components/pages/document-facts.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PrintButton } from '#app/components/pages/print-button.tsx'
import { shopInWords } from '#app/components/pages/shop-in-words.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { appContext, paidOwnerContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { shownPayout } from '#app/routes/manage/shown-payout.ts'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/year.ts'
import { readYear } from './read-year.ts'

export const meta: Route.MetaFunction = ({ params }) => pageMeta(`Summary of ${params.year}`)

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, timeZone, site } = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  const [{ payouts, ...summary }, { businessAddress }] = await Promise.all([
    readYear(context, params.year),
    site.settings(db, viewerIn(context).siteVersion),
  ])
  return {
    ...summary,
    payouts: payouts.map((payout) => shownPayout(payout, timeZone)),
    closet: { name: owner.fullName, email: owner.email },
    businessAddress,
    today: showDate(todayIn(context)),
    isBlocked: asClosetOwner(owner) === null,
  }
}

/** What a closet earned and was paid in a year, for an accountant: to print, or as a file. */
export default function Year({ loaderData }: Route.ComponentProps) {
  const { year, isOver, from, rows, payouts, closet, businessAddress, today } = loaderData
  const { supportEmail } = useShell()
  const files = href('/business/payouts.csv')
  return (
    <ClosetFrame
      title={`Summary of ${year}`}
      onlyPayouts={loaderData.isBlocked}
      line={
        <Link to={href('/business/payouts')} className="text-link print:hidden">
          Payouts
        </Link>
      }
      actions={
        <>
          <LinkButton
            to={`${files}?year=${year}&by=month`}
            reloadDocument
            download
            kind="secondary"
            className="print:hidden"
          >
            Summary (CSV)
          </LinkButton>
          <PrintButton />
        </>
      }
    >
      <DocumentFacts
        facts={[
          ['Paid by', shopInWords(businessAddress, supportEmail)],
          ['Paid to', isolated(`${closet.name}, ${closet.email}`)],
          ['Period', isOver ? String(year) : `${year}, until ${today}`],
        ]}
      />
      {from && (
        <p className="mt-6 max-w-prose">
          {`You had too many earnings in ${year} to add up on a page: it begins with ${longMonth(from)}. The file has the whole year.`}
        </p>
      )}
      <YearTable year={year} rows={rows} />
      <p className="mt-4 max-w-prose text-sm text-soft">
        Earned is what rentals and kept deposits brought you, with adjustments, in the month in
        which each was recorded. Paid is what was sent to you in that month.
      </p>
      <section aria-labelledby="payouts" className="mt-10">
        <h2 id="payouts" className="text-[1.625rem]">{`Payouts in ${year}`}</h2>
        {payouts.length > 0 ? (
          <PayoutList payouts={payouts} />
        ) : (
          <p className="mt-3 text-soft">Nothing was paid.</p>
        )}
      </section>
      <p className="mt-8 flex flex-wrap gap-x-4 text-sm text-soft print:hidden">
        Each earning (CSV):
        <TextLink to={`${files}?year=${year}`} reloadDocument download>
          {`earned in ${year}`}
        </TextLink>
        <TextLink to={`${files}?year=${year}&by=paid`} reloadDocument download>
          {`paid in ${year}`}
        </TextLink>
      </p>
    </ClosetFrame>
  )
}
