import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { earningReason } from '#app/components/closet/earning-words.ts'
import { StatementTable } from '#app/components/closet/statement-table.tsx'
import { DocumentFacts } from '#app/components/pages/document-facts.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { PrintButton } from '#app/components/pages/print-button.tsx'
import { shopInWords } from '#app/components/pages/shop-in-words.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { appContext, paidOwnerContext, viewerIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { TransferId } from '#db/ids.ts'
import { findPayout } from '#domain/money/payouts/own-payouts.ts'
import { earningsOfPayout } from '#domain/money/payouts/payout-queries.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/payout.ts'
import { shownPayout } from './shown-payout.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Payout of ${loaderData.payout.day}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, timeZone, site } = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  const id = orNotFound(parseId<TransferId>(params.id))
  const found = orNotFound(await findPayout(db, owner, id))
  const [{ lines, sums }, { businessAddress }] = await Promise.all([
    earningsOfPayout(db, owner, id),
    site.settings(db, viewerIn(context).siteVersion),
  ])
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  return {
    payout: shownPayout(found, timeZone),
    stripeId: found.stripeId,
    year: calendarDateIn(timeZone, found.paidAt ?? found.requestedAt).slice(0, 4),
    sums,
    lines: lines.map((line) => ({
      ...{ id: line.id, cents: line.cents, title: line.title },
      ...{ day: day(line.earnedAt), reason: earningReason(line) },
    })),
    closet: { name: owner.fullName, email: owner.email },
    businessAddress,
    isBlocked: asClosetOwner(owner) === null,
  }
}

/** The statement of a payout, to print or to keep as a file. */
export default function Payout({ loaderData }: Route.ComponentProps) {
  const { payout, stripeId, year, sums, lines, closet, businessAddress, isBlocked } = loaderData
  const { supportEmail } = useShell()
  const parts = [
    { name: 'Rentals', cents: sums.rentalCents },
    { name: 'Deposits kept', cents: sums.damageCents },
    { name: 'Adjustments', cents: sums.correctionCents },
  ].filter(({ cents }) => cents !== 0)
  return (
    <ClosetFrame
      title={`Payout of ${payout.day}`}
      onlyPayouts={isBlocked}
      line={
        <Link to={href('/business/payouts')} className="text-link print:hidden">
          Payouts
        </Link>
      }
      actions={<PrintButton />}
    >
      <DocumentFacts
        facts={[
          ['Paid by', shopInWords(businessAddress, supportEmail)],
          ['Paid to', isolated(`${closet.name}, ${closet.email}`)],
          payout.isPaid ? ['Sent on', payout.day] : ['On its way since', payout.day],
          ['Payout number', payout.id],
          ...(stripeId ? [['Number at Stripe', stripeId] as const] : []),
        ]}
      />
      <StatementTable
        lines={lines}
        sums={[
          ...(parts.length > 1 ? parts : []),
          { name: payout.isPaid ? 'Paid' : 'To be paid', cents: payout.cents },
        ]}
      />
      {payout.reversedCents > 0 && (
        <p className="mt-4 max-w-prose">
          {`${dollars(payout.reversedCents)} of this payout was taken back in Stripe.`}
        </p>
      )}
      {sums.count > lines.length && (
        <p className="mt-4 max-w-prose text-sm text-soft">
          {`The first ${showNumber(lines.length)} of ${showNumber(sums.count)} earnings are listed; the sums are those of all. `}
          <TextLink
            to={`${href('/business/payouts.csv')}?year=${year}&by=paid`}
            reloadDocument
            download
          >
            {`Everything paid in ${year} (CSV)`}
          </TextLink>
        </p>
      )}
    </ClosetFrame>
  )
}
