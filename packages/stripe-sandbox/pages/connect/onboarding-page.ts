import { bankAccounts, decidingNames } from '#sandbox/connect/onboarding-outcomes.ts'
import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { pageResponse } from '#sandbox/pages/parts/layout.ts'

/** The fields of the form, as typed. */
export type Details = { name: string; bankAccount: string }

type Onboarding = {
  businessName: string
  link: { returnUrl: string; refreshUrl: string }
  action: string
  details: Details
  problems?: Partial<Details>
}

/** The form for the name and bank account of the person who is paid. */
export function onboardingPage({ businessName, link, action, details, problems }: Onboarding) {
  return pageResponse({
    title: problems ? `Please check: ${businessName}` : `Get paid by ${businessName}`,
    status: problems ? 400 : 200,
    formTargets: [link.returnUrl, link.refreshUrl].map((address) => new URL(address).origin),
    body: html`<main class="checkout">
<section class="summary" aria-labelledby="title">
<a class="back" href="${link.returnUrl}"><span aria-hidden="true">←</span> Back to ${businessName}</a>
<p class="business">${businessName}</p>
<h1 id="title" class="portal-title">Get paid by ${businessName}</h1>
<h2>The name decides the result</h2>
<dl class="outcomes">
<div><dt>${decidingNames.missing}</dt><dd>One thing is missing: a photo of an identity document.</dd></div>
<div><dt>${decidingNames.refused}</dt><dd>The account is refused.</dd></div>
<div><dt>Any other name</dt><dd>The account is verified.</dd></div>
</dl>
</section>
<section class="payment" aria-labelledby="details">
<h2 id="details">Your details</h2>
${problems && html`<p class="alert" role="alert">Please check the highlighted fields.</p>`}
<form method="post" action="${action}" novalidate>
${input('name', 'Legal name', details, problems)}
${input('bankAccount', 'Bank account number', details, problems, html`<p class="hint" id="bankAccount-hint">The bank returns payouts to ${bankAccounts.fails}. All other numbers work.</p>`)}
<button class="pay">Agree and submit</button>
</form>
<p class="small-print">This is a test form. Do not enter real details.</p>
</section></main>`,
  })
}

function input(
  name: keyof Details,
  label: string,
  details: Details,
  problems: Partial<Details> = {},
  hint?: Html,
): Html {
  const problem = problems[name]
  const isFirstProblem = Object.keys(problems)[0] === name
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="text" value="${details[name]}" autocomplete="off"${
    described !== '' && html` aria-describedby="${described}"`
  }${problem && html` aria-invalid="true"`}${isFirstProblem && html` autofocus`}>
${hint}${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
}
