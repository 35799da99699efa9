import { findByToken } from '#sandbox/connect/account-links.ts'
import { submitDetails } from '#sandbox/connect/accounts.ts'
import { bankAccounts } from '#sandbox/connect/onboarding-outcomes.ts'
import { messagePage, seeOther } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { type Details, onboardingPage } from './onboarding-page.ts'

export type AccountAddress = { account: string; token: string }

/** The page of an onboarding link: GET shows the form, POST submits it and returns to the platform. */
export async function answerOnboarding(
  request: Request,
  { account: id, token }: AccountAddress,
  parts: PageParts,
): Promise<Response> {
  const found = await parts.run((work) => findByToken(work, 'link', id, token))
  const link = found?.account.kept.link
  if (!found || !link) return unknownAccountPage()
  if (!found.valid) return seeOther(link.refreshUrl)
  const page = { ...parts, link, action: new URL(request.url).pathname }
  if (request.method !== 'POST') {
    return onboardingPage({ ...page, details: { name: '', bankAccount: bankAccounts.works } })
  }
  const details = readDetails(new URLSearchParams(await request.text()))
  const problems = problemsOf(details)
  if (Object.keys(problems).length > 0) return onboardingPage({ ...page, details, problems })
  const accepted = await parts.run((work) => submitDetails(work, id, token, details))
  return seeOther(accepted ? link.returnUrl : link.refreshUrl)
}

function readDetails(form: URLSearchParams): Details {
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 300)
  return { name: field('name'), bankAccount: field('bankAccount').replace(/[\s-]/g, '') }
}

function problemsOf({ name, bankAccount }: Details): Partial<Details> {
  return {
    ...(name === '' && { name: 'Enter your legal name.' }),
    ...(!/^\d{4,17}$/.test(bankAccount) && { bankAccount: 'Enter 4 to 17 digits.' }),
  }
}

export function unknownAccountPage(): Response {
  return messagePage({
    title: 'This page does not exist',
    text: 'The address may be incomplete, a newer link may have replaced it, or the account was disconnected.',
    status: 404,
  })
}
