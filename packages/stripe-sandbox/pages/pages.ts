import { messagePage } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { cardsPage } from './cards-page.ts'
import { answerCheckout } from './checkout.ts'
import { balancePage, readBalances } from './connect/balance-page.ts'
import { answerDashboard } from './connect/dashboard.ts'
import { answerOnboarding } from './connect/onboarding.ts'
import { isFromOwnPage } from './form-origin.ts'
import { answerPortal } from './portal/portal.ts'
import { stylesheet } from './style.ts'

/** Serves all pages below `/sandbox`. */
export async function answerPage(request: Request, parts: PageParts): Promise<Response> {
  const path = new URL(request.url).pathname
  if (request.method === 'POST' && !isFromOwnPage(request)) {
    return messagePage({
      title: 'This form came from another site',
      text: 'Nothing was paid or changed. Please go back to the shop and start again.',
      status: 403,
    })
  }
  if (path === '/sandbox/style.css') {
    return new Response(stylesheet, {
      headers: {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    })
  }
  const checkout = /^\/sandbox\/checkout\/([^/]+)(\/authenticate)?$/.exec(path)
  if (checkout?.[1] && ['GET', 'HEAD', 'POST'].includes(request.method)) {
    return answerCheckout(request, checkout[1], checkout[2] !== undefined, parts)
  }
  const portal = /^\/sandbox\/portal\/([^/]+)(?:\/([a-z]+))?$/.exec(path)
  if (portal?.[1] && ['GET', 'HEAD', 'POST'].includes(request.method)) {
    return answerPortal(request, portal[1], portal[2] ?? '', parts)
  }
  const connect = /^\/sandbox\/(onboarding|express)\/([^/]+)\/([^/]+)$/.exec(path)
  if (connect?.[2] && connect[3] && ['GET', 'HEAD', 'POST'].includes(request.method)) {
    const answer = connect[1] === 'express' ? answerDashboard : answerOnboarding
    return answer(request, { account: connect[2], token: connect[3] }, parts)
  }
  if (path === '/sandbox/balance') return balancePage(await parts.run(readBalances))
  if (path === '/sandbox') return cardsPage()
  return messagePage({ title: 'Page not found', text: 'There is nothing here.', status: 404 })
}
