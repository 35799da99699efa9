import { href } from 'react-router'
import { Decided, DecisionButtons } from '#app/components/admin/decision-buttons.tsx'
import { EnlargedPhotos } from '#app/components/admin/enlarged-photos.tsx'
import { pageAddress, partAddress } from '#app/components/admin/list-part.ts'
import { type DecidedPart, StatusTabs } from '#app/components/admin/status-tabs.tsx'
import { useFocusNext } from '#app/components/admin/use-focus-next.ts'
import { NewestSearched } from '#app/components/manage/newest-searched.tsx'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ApplicationStatus } from '#db/enums.ts'
import type { ReceivedApplication } from '#domain/accounts/closets/application-queries.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** An application with its times as text. */
export type ShownApplication = Omit<ReceivedApplication, 'appliedAt' | 'reviewedAt'> & {
  readonly applied: string
  readonly reviewed: string | null
}

export type ApplicationsTabProps = {
  applications: readonly ShownApplication[]
  next: string | null
  isPartial: boolean
  part: DecidedPart
  waiting: number
  anyYet: boolean
}

const base = href('/admin/applications')

const STATUS: Readonly<Record<ApplicationStatus, { label: string; kind: BadgeKind }>> = {
  pending: { label: 'Pending', kind: 'accent' },
  approved: { label: 'Approved', kind: 'success' },
  denied: { label: 'Denied', kind: 'danger' },
}

/** Applications for a closet (spec 12.2). */
export function ApplicationsTab(props: ApplicationsTabProps) {
  const { applications, next, isPartial, part, waiting, anyYet } = props
  const { status, q } = part
  const pending = applications.filter(({ status }) => status === 'pending')
  useFocusNext(pending.map(({ id }) => `application-${id}`))
  return (
    <>
      <StatusTabs {...{ base, status, q, waiting }} searchLabel="Search name or email" />
      <NewestSearched what="applications" isPartial={isPartial} />
      {applications.length > 0 ? (
        <ul>
          {applications.map((application) => (
            <ApplicationEntry key={application.id} application={application} part={part} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={
            q
              ? `No applications match “${q}”`
              : status === null || !anyYet
                ? 'No business applications yet'
                : EMPTY[status]
          }
        />
      )}
      <div className="mt-10">
        <Pagination
          label="Applications"
          first={part.after === null ? null : pageAddress(base, part)}
          next={next && pageAddress(base, part, next)}
        />
      </div>
    </>
  )
}

const EMPTY: Readonly<Record<ApplicationStatus, string>> = {
  pending: 'No applications to review',
  approved: 'No approved applications',
  denied: 'No denied applications',
}

function ApplicationEntry({
  application,
  part,
}: {
  application: ShownApplication
  part: DecidedPart
}) {
  const { id, fullName, status } = application
  const { label, kind } = STATUS[status]
  const facts = [
    ...(application.accountName === fullName ? [] : [['Account name', application.accountName]]),
    ['City and state', `${application.city}, ${application.state}`],
    ['Driving distance', application.drivingDistance],
    ['Phone', application.phone],
    ['Instagram', `@${application.instagram.replace(/^@+/, '')}`],
    ['Applied', application.applied],
    // Not beside Undo: a taller row would move the next one.
    ...(application.reviewed && !application.decidedAt
      ? [
          [
            'Reviewed',
            isolated(`${application.reviewed} by ${application.reviewedBy ?? 'an admin'}`),
          ],
        ]
      : []),
    ...(application.denialReason && !application.decidedAt
      ? [['Reason', application.denialReason]]
      : []),
  ] as const
  return (
    <li className="border-b border-line py-8">
      <article
        aria-labelledby={`application-${id}`}
        className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
      >
        <div>
          <Badge kind={kind}>{label}</Badge>
          <h2 id={`application-${id}`} tabIndex={-1} className="mt-3 text-2xl outline-none">
            <TextLink to={href('/admin/users/:id', { id: application.personId })}>
              {fullName}
            </TextLink>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3">
            <a
              href={`mailto:${application.email}`}
              className="inline-block min-h-6 text-sm break-words text-link"
            >
              {application.email}
            </a>
            {!application.emailVerified && <Badge kind="danger">Email not confirmed</Badge>}
          </p>
          <dl className="mt-5 grid grid-cols-[min(8.5rem,40%)_minmax(0,1fr)] gap-y-1.5 text-[0.9375rem]">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
            <dt className="text-soft">Meeting flexibility</dt>
            <dd className="whitespace-pre-line">{application.meetingFlexibility}</dd>
          </dl>
          {status === 'pending' && (
            <div className="mt-6">
              <DecisionButtons
                fields={{ application: id }}
                name={fullName}
                denyTo={partAddress(base, part, { deny: id })}
                approveTo={
                  application.emailVerified ? null : partAddress(base, part, { approve: id })
                }
              />
            </div>
          )}
          {status !== 'pending' && application.decidedAt && (
            <div className="mt-6">
              <Decided
                decision={status === 'approved' ? 'Approved' : 'Denied'}
                decidedAt={application.decidedAt}
                fields={{ application: id }}
                name={fullName}
              />
            </div>
          )}
        </div>
        <EnlargedPhotos
          urls={application.outfitImages.map((image) =>
            href('/admin/applications/:id/photos/:image', { id, image }),
          )}
          of={isolated(`Outfits of ${fullName}`)}
          large
        />
      </article>
    </li>
  )
}
