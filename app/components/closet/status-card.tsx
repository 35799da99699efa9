import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BusinessStatus } from '#db/enums.ts'

type Words = { readonly label: string; readonly kind: BadgeKind; readonly sentence: string }

const WORDS: Readonly<Record<BusinessStatus, Words>> = {
  pending: {
    label: 'Under review',
    kind: 'accent',
    sentence: 'Your application is under review. You will be notified once approved.',
  },
  approved: {
    label: 'Approved',
    kind: 'success',
    sentence: 'Your business account is active! You can start uploading items.',
  },
  denied: {
    label: 'Denied',
    kind: 'danger',
    sentence: 'Your application was denied. Please contact support for more information.',
  },
  blocked: {
    label: 'Blocked',
    kind: 'danger',
    sentence: 'Your business account has been blocked. Please contact support.',
  },
}

const OTHER: Words = {
  label: 'In progress',
  kind: 'plain',
  sentence: 'Your application status is being processed.',
}

export type ShownDenial = {
  readonly reason: string | null
  readonly reapplyFrom: string
  readonly mayApply: boolean
}

type StatusCardProps = {
  status: string
  denial: ShownDenial | null
  /** A blocked closet that is still owed money. */
  isOwed: boolean
}

/** The status of an application (spec 11.1), and its next step. */
export function StatusCard({ status, denial, isOwed }: StatusCardProps) {
  const { label, kind, sentence } =
    Object.entries(WORDS).find(([known]) => known === status)?.[1] ?? OTHER
  return (
    <section aria-label="Application status" className="mt-10 max-w-2xl border-t border-ink pt-8">
      <Badge kind={kind}>{label}</Badge>
      <p className="mt-5 font-heading text-[1.75rem] leading-snug text-balance">{sentence}</p>
      {status === 'pending' && (
        <p className="mt-4 text-soft">
          This typically takes 1-3 business days. We will email you as soon as a decision is made.
        </p>
      )}
      {status === 'denied' && denial && (
        <div className="mt-4 grid gap-2">
          {denial.reason && <p className="whitespace-pre-line">Reason: {denial.reason}</p>}
          <p className="text-soft">
            {denial.mayApply
              ? 'You can apply again.'
              : `You can apply again from ${denial.reapplyFrom}.`}
          </p>
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {status === 'denied' && denial?.mayApply && (
          <LinkButton to={`${href('/business-apply')}?again=yes`}>Apply again</LinkButton>
        )}
        {isOwed && <LinkButton to={href('/business/payouts')}>See what you are owed</LinkButton>}
        {NEXT[status] ?? null}
      </div>
    </section>
  )
}

/** A link to support: by email if the shop has a support address, else to the feedback form. */
function ToSupport() {
  const { supportEmail } = useShell()
  return supportEmail === null ? (
    <LinkButton to={href('/feedback')} kind="secondary">
      Contact support
    </LinkButton>
  ) : (
    <a href={`mailto:${supportEmail}`} className={buttonStyle({ kind: 'secondary' })}>
      Contact support
    </a>
  )
}

const NEXT: Readonly<Record<string, ReactNode>> = {
  approved: <LinkButton to={href('/business')}>Go to Business Dashboard</LinkButton>,
  pending: (
    <LinkButton to={href('/styles')} kind="secondary">
      Browse Items
    </LinkButton>
  ),
  denied: <ToSupport />,
  blocked: <ToSupport />,
}
