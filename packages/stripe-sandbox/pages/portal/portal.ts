import { StripeProblem } from '#sandbox/core/errors.ts'
import { messagePage } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { findPortal, type Portal } from '#sandbox/portal/portal-views.ts'
import { answerPortalForm } from './portal-forms.ts'
import { showPortal } from './portal-screens.ts'

/** The pages of one portal session: GET shows a page, POST handles a form and redirects. */
export async function answerPortal(
  request: Request,
  id: string,
  screen: string,
  parts: PageParts,
): Promise<Response> {
  const portal = await parts.run((work) => findPortal(work, id))
  if (!portal) return unknownPage()
  if (portal.expired) return expiredPage(portal)
  try {
    return request.method === 'POST'
      ? await answerPortalForm(request, portal, screen, parts)
      : await showPortal(new URL(request.url).searchParams, portal, screen, parts)
  } catch (problem) {
    if (!(problem instanceof StripeProblem)) throw problem
    return messagePage({
      title: 'This action is not available',
      text: problem.message,
      status: problem.status,
      link: { href: `/sandbox/portal/${id}`, label: 'Back' },
    })
  }
}

function unknownPage(): Response {
  return messagePage({
    title: 'This page does not exist',
    text: 'The address may be incomplete. Please start again in the shop.',
    status: 404,
  })
}

function expiredPage({ session }: Portal): Response {
  return messagePage({
    title: 'This page has expired',
    text: 'Nothing was changed. Please open it again in the shop.',
    status: 410,
    link: session.return_url ? { href: session.return_url, label: 'Back to the shop' } : undefined,
  })
}
