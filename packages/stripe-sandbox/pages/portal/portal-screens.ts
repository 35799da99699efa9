import { authenticatePage } from '#sandbox/pages/parts/authenticate-page.ts'
import { emptyCardForm } from '#sandbox/pages/parts/card-form.ts'
import { messagePage } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { type Portal, readHome, readPlan } from '#sandbox/portal/portal-views.ts'
import { cardPage } from './card-page.ts'
import { homePage } from './home-page.ts'
import { cancelPage, choicePage, confirmPlanPage } from './plan-pages.ts'

/** The action completed before this page was shown. */
const notices = new Map([
  ['plan', 'Your plan has changed.'],
  ['later', 'Your plan will change at the end of the period.'],
  ['keep', 'You keep your current plan.'],
  ['cancel', 'Your subscription has been canceled.'],
  ['resume', 'Your subscription continues.'],
  ['card', 'Your card has been changed.'],
  ['pay', 'Thank you, the invoice is paid.'],
])

/** One screen of the portal; a session with a flow starts on that flow's screen. */
export async function showPortal(
  query: URLSearchParams,
  portal: Portal,
  screen: string,
  parts: PageParts,
): Promise<Response> {
  const done = query.get('done')
  const { flow } = portal.session
  if (flow && done !== null && flow.after_completion.type === 'hosted_confirmation') {
    return messagePage({
      title: notices.get(done) ?? 'Done',
      text: flow.after_completion.hosted_confirmation?.custom_message ?? 'You can close this page.',
      status: 200,
    })
  }
  const begins = flow && screen === '' && done === null
  const { name, subscription, price } = begins
    ? screenOf(portal)
    : { name: screen, subscription: query.get('subscription'), price: query.get('price') }
  if (name === 'card') return cardScreen(portal, parts)
  if (name === 'authenticate') return bankScreen(portal, query.get('card') ?? '', parts)
  if (name === 'plan' || name === 'cancel') {
    return planScreen(portal, parts, { name, subscription: subscription ?? '', price })
  }
  const home = await parts.run((work) => readHome(work, portal))
  return homePage({ home, businessName: parts.businessName, notice: notices.get(done ?? '') })
}

type Screen = { name: string; subscription: string | null; price: string | null }

function screenOf({ session: { flow } }: Portal): Screen {
  const none = { subscription: null, price: null }
  if (flow?.type === 'payment_method_update') return { name: 'card', ...none }
  const confirm = flow?.subscription_update_confirm
  if (confirm) {
    const price = confirm.items[0]?.price ?? null
    return { name: 'plan', subscription: confirm.subscription, price }
  }
  const cancel = flow?.subscription_cancel
  if (cancel) return { name: 'cancel', subscription: cancel.subscription, price: null }
  const update = flow?.subscription_update
  return update
    ? { name: 'plan', subscription: update.subscription, price: null }
    : { name: '', ...none }
}

async function planScreen(
  portal: Portal,
  { run, businessName }: PageParts,
  { name, subscription, price }: { name: string; subscription: string; price: string | null },
): Promise<Response> {
  const plan = await run((work) => readPlan(work, portal, subscription))
  const page = { portal, plan, businessName }
  if (name === 'cancel') return cancelPage(page)
  const choice = plan.choices.find((one) => one.price.id === price)
  return choice ? confirmPlanPage({ ...page, choice }) : choicePage(page)
}

function cardScreen(portal: Portal, { businessName }: PageParts): Response {
  const { email, name } = portal.customer
  const values = emptyCardForm({ email: email ?? '', name: name ?? '' })
  return cardPage({ portal, businessName, values })
}

function bankScreen({ session }: Portal, card: string, { businessName }: PageParts): Response {
  const { return_url } = session
  const after = session.flow?.after_completion.redirect?.return_url
  return authenticatePage({
    title: 'Confirm this card',
    businessName,
    amount: 'Future subscription payments',
    action: `/sandbox/portal/${session.id}/authenticate?card=${encodeURIComponent(card)}`,
    approve: 'Approve the card',
    formTargets: [return_url, after].flatMap((one) => (one ? [new URL(one).origin] : [])),
  })
}
