import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { ApplicationStatus } from '#db/enums.ts'
import type { ReceivedApplication } from '#domain/closets/application-queries.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { EnlargedPhotos } from './enlarged-photos.tsx'
import { StatusTabs } from './status-tabs.tsx'

/** An application with its times as text. */
export type ShownApplication = Omit<ReceivedApplication, 'appliedAt' | 'reviewedAt'> & {
  readonly applied: string
  readonly reviewed: string | null
}

export type ApplicationsTabProps = {
  applications: readonly ShownApplication[]
  next: string | null
  isFirst: boolean
  status: ApplicationStatus | null
  q: string
  waiting: number
}

const base = '/admin/applications'

const STATUS: Readonly<Record<ApplicationStatus, { label: string; kind: BadgeKind }>> = {
  pending: { label: 'Pending', kind: 'accent' },
  approved: { label: 'Approved', kind: 'success' },
  denied: { label: 'Denied', kind: 'danger' },
}

/** What people have written to open a closet (business §2, Applications). */
export function ApplicationsTab(props: ApplicationsTabProps) {
  const { applications, next, isFirst, status, q, waiting } = props
  const part = new URLSearchParams({ status: status ?? 'all', ...(q && { q }) })
  return (
    <>
      <StatusTabs {...{ base, status, q, waiting }} searchLabel="Search applications" />
      {applications.length > 0 ? (
        <ul>
          {applications.map((application) => (
            <ApplicationEntry key={application.id} application={application} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={
            q
              ? `No application matches “${q}”`
              : status === null
                ? 'No business applications yet'
                : EMPTY[status]
          }
        />
      )}
      <div className="mt-10">
        <Pagination
          label="Applications"
          first={isFirst ? null : `${base}?${part}`}
          next={next && `${base}?${part}&after=${next}`}
        />
      </div>
    </>
  )
}

const EMPTY: Readonly<Record<ApplicationStatus, string>> = {
  pending: 'No business applications yet',
  approved: 'No application has been approved yet',
  denied: 'No application has been denied',
}

function ApplicationEntry({ application }: { application: ShownApplication }) {
  const { label, kind } = STATUS[application.status]
  const facts = [
    ['City and state', `${application.city}, ${application.state}`],
    ['Driving distance', application.drivingDistance],
    ['Phone', application.phone],
    ['Instagram', `@${application.instagram.replace(/^@+/, '')}`],
    ['Applied', application.applied],
    ...(application.reviewed
      ? [['Decided', `${application.reviewed}, ${application.reviewedBy ?? 'somebody'}`]]
      : []),
  ] as const
  return (
    <li className="border-b border-line py-8">
      <article
        aria-labelledby={`application-${application.id}`}
        className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
      >
        <div>
          <Badge kind={kind}>{label}</Badge>
          <h2 id={`application-${application.id}`} className="mt-3 text-2xl">
            {application.fullName}
          </h2>
          <a href={`mailto:${application.email}`} className="text-sm break-words text-link">
            {application.email}
          </a>
          <dl className="mt-5 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-y-1.5 text-[0.9375rem]">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <dt className="text-soft">Meeting flexibility</dt>
            <dd className="whitespace-pre-line">{application.meetingFlexibility}</dd>
          </dl>
          {application.status === 'pending' && (
            <div className="mt-6">
              <DecisionButtons
                fields={{ application: application.id }}
                name={application.fullName}
              />
            </div>
          )}
        </div>
        <EnlargedPhotos urls={application.outfitImages} of={`Outfits of ${application.fullName}`} />
      </article>
    </li>
  )
}
