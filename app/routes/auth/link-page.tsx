import { SITE_ONLY } from '#app/request/private-answers.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { inWords } from '#domain/shared/figures.ts'

// The pages that links in emails lead to.

/** The address contains a secret until it is used: it is not cached, nor sent to other sites. */
export const LINK_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': SITE_ONLY }

export function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

/** The link was used, or has expired. */
export function LinkOver({ hours, newLinkTo }: { hours: number; newLinkTo: string }) {
  return (
    <>
      <h1 className="text-4xl">This link is no longer valid</h1>
      <p className="mt-4 text-soft">Links work once and expire after {inWords(hours, 'hour')}.</p>
      <LinkButton to={newLinkTo} wide className="mt-8">
        Request a new link
      </LinkButton>
    </>
  )
}
