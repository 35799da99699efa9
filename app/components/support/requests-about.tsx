import { href } from 'react-router'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ownRequestsAbout } from '#domain/care/support/support-queries.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'
import { ownStatus } from './support-status.ts'

type RequestsAboutProps = { requests: Awaited<ReturnType<typeof ownRequestsAbout>> }

/** What a person wrote to us about a rental, on its page. */
export function RequestsAbout({ requests }: RequestsAboutProps) {
  if (requests.length === 0) return null
  return (
    <ul aria-label="Your requests" className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {requests.map(({ id, kind, ...request }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
          <TextLink to={href('/help/requests/:id', { id })}>
            Your request: {SUPPORT_KINDS[kind]}
          </TextLink>
          <span className="text-soft">{ownStatus(request).label}</span>
        </li>
      ))}
    </ul>
  )
}
