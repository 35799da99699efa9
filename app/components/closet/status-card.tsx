import type { ReactNode } from 'react'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
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

/** Where an application stands (business §8), and the one thing to do about it. */
export function StatusCard({ status }: { status: string }) {
  const { label, kind, sentence } =
    Object.entries(WORDS).find(([known]) => known === status)?.[1] ?? OTHER
  return (
    <section aria-label="Application status" className="mt-10 max-w-2xl border-t border-ink pt-8">
      <Badge kind={kind}>{label}</Badge>
      <p className="mt-5 font-heading text-[1.75rem] leading-snug text-balance">{sentence}</p>
      {status === 'pending' && (
        <p className="mt-4 text-soft">
          That typically takes 1–3 business days. We write to you as soon as it is decided.
        </p>
      )}
      <div className="mt-8">{NEXT[status] ?? null}</div>
    </section>
  )
}

const TO_SUPPORT = (
  <LinkButton to="/feedback" kind="secondary">
    Contact support
  </LinkButton>
)

const NEXT: Readonly<Record<string, ReactNode>> = {
  approved: <LinkButton to="/business">Go to Business Dashboard</LinkButton>,
  pending: (
    <LinkButton to="/styles" kind="secondary">
      Browse Items
    </LinkButton>
  ),
  denied: TO_SUPPORT,
  blocked: TO_SUPPORT,
}
