import { cardOf } from '#sandbox/core/cards.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'
import { parseCardForm, readCardForm } from '#sandbox/pages/parts/card-form.ts'
import { seeOther } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import {
  cancelPlan,
  choosePlan,
  enterCard,
  keepPlan,
  payInvoice,
  resumePlan,
  useCard,
} from '#sandbox/portal/portal-actions.ts'
import { type Portal, readHome } from '#sandbox/portal/portal-views.ts'
import { cardPage } from './card-page.ts'
import { homePage } from './home-page.ts'

/** Handles a form of the portal and redirects to the next page. */
export async function answerPortalForm(
  request: Request,
  portal: Portal,
  screen: string,
  parts: PageParts,
): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const subscription = form.get('subscription') ?? ''
  const { run } = parts
  switch (screen) {
    case 'plan': {
      const price = form.get('price') ?? ''
      const begins = await attempt(() =>
        run((work) => choosePlan(work, portal, subscription, price)),
      )
      if ('problem' in begins) return homeWith(portal, begins.problem, parts)
      return finished(portal, begins.value.at === 'once' ? 'plan' : 'later')
    }
    case 'keep':
      await run((work) => keepPlan(work, portal, subscription))
      return finished(portal, 'keep')
    case 'cancel':
      await run((work) => cancelPlan(work, portal, subscription))
      return finished(portal, 'cancel')
    case 'resume':
      await run((work) => resumePlan(work, portal, subscription))
      return finished(portal, 'resume')
    case 'pay': {
      const invoice = form.get('invoice') ?? ''
      const { problem } = await run((work) => payInvoice(work, portal, invoice))
      return problem ? homeWith(portal, problem, parts) : finished(portal, 'pay')
    }
    case 'card':
      return answerCardForm(form, portal, parts)
    case 'authenticate':
      return answerBank(request, form.get('answer') === 'approve', portal, parts)
    default:
      throw new StripeProblem(404, { type: 'invalid_request_error', message: 'No such form.' })
  }
}

async function answerCardForm(
  form: URLSearchParams,
  portal: Portal,
  parts: PageParts,
): Promise<Response> {
  const { businessName, run } = parts
  // The cardholder is already known: the form does not ask for an address.
  const values = { ...readCardForm(form), email: portal.customer.email ?? 'customer@sandbox.test' }
  const read = await run(async (work) => parseCardForm(values, new Date(work.realNow * 1000)))
  if ('problems' in read) {
    const alert = 'Please check the highlighted fields.'
    return cardPage({ portal, businessName, values, problems: read.problems, alert, status: 400 })
  }
  const base = `/sandbox/portal/${portal.session.id}`
  if (cardOf(read.entry.card).authenticates) {
    const card = await run((work) => enterCard(work, portal, read.entry))
    return seeOther(`${base}/authenticate?card=${card}`)
  }
  const kept = await attempt(() =>
    run(async (work) => useCard(work, portal, await enterCard(work, portal, read.entry))),
  )
  if ('problem' in kept) {
    return cardPage({ portal, businessName, values, alert: kept.problem, status: 402 })
  }
  return afterCard(portal, kept.value.problem, parts)
}

async function answerBank(
  request: Request,
  approved: boolean,
  portal: Portal,
  parts: PageParts,
): Promise<Response> {
  const card = new URL(request.url).searchParams.get('card') ?? ''
  if (!approved) {
    return homeWith(portal, 'Your bank declined this card. It was not saved.', parts)
  }
  const { problem } = await parts.run((work) => useCard(work, portal, card))
  return afterCard(portal, problem, parts)
}

function afterCard(portal: Portal, problem: string | undefined, parts: PageParts) {
  if (problem === undefined) return finished(portal, 'card')
  return homeWith(
    portal,
    `The card was saved, but the open invoice was not paid: ${problem}`,
    parts,
  )
}

/** After a flow the browser returns to the shop; otherwise the portal confirms what was done. */
function finished({ session }: Portal, done: string): Response {
  const after = session.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect) return seeOther(after.redirect.return_url)
  return seeOther(`/sandbox/portal/${session.id}?done=${done}`)
}

async function homeWith(portal: Portal, alert: string, parts: PageParts): Promise<Response> {
  const home = await parts.run((work) => readHome(work, portal))
  return homePage({ home, businessName: parts.businessName, alert, status: 402 })
}

/** Returns the message of a declined card for the page. The change itself was rolled back. */
async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | { problem: string }> {
  try {
    return { value: await run() }
  } catch (problem) {
    if (problem instanceof StripeProblem && problem.status === 402) {
      return { problem: problem.message }
    }
    throw problem
  }
}
