import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { ADMIN_STATUS } from '#app/components/support/support-status.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { requestsAboutRental } from '#domain/care/support/support-list.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'

export type RequestsOfRental = Awaited<ReturnType<typeof requestsAboutRental>>

/** What both sides of a rental wrote to the admins, and were asked by them. */
export function RentalRequests({ requests }: { requests: RequestsOfRental }) {
  return (
    <ul className="mt-3">
      {requests.map(({ id, kind, status, personName, lastMessageAt }) => (
        <li key={id} className="border-t border-line py-3">
          <TextLink to={href('/admin/support/:id', { id })}>{SUPPORT_KINDS[kind]}</TextLink>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
            <Badge kind={ADMIN_STATUS[status].kind}>{ADMIN_STATUS[status].label}</Badge>
            <bdi>{personName}</bdi>
            <Moment at={lastMessageAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
