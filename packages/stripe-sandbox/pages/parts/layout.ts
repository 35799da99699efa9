import { type Html, html } from './html.ts'

type Page = {
  title: string
  body: Html
  status?: number
  /** Where this page's forms may redirect to: the policy also applies to redirects after a form. */
  formTargets?: string[]
}

/** A complete page of the sandbox. It has no scripts, and its policy forbids them. */
export function pageResponse({ title, body, status = 200, formTargets = [] }: Page): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>
<aside class="notice" aria-label="Sandbox"><strong>Sandbox</strong> No real money is charged.</aside>
${body}
</body>
</html>
`
  return new Response(page.markup, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(formTargets),
      // Not no-referrer: that would make a form's Origin null, which the origin check refuses.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
}

/** A page with a message and a link. */
export function messagePage(message: {
  title: string
  text: string
  status: number
  link?: { href: string; label: string }
}): Response {
  const { title, text, status, link } = message
  return pageResponse({
    title,
    status,
    body: html`<main class="message"><h1>${title}</h1><p>${text}</p>${
      link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`
    }</main>`,
  })
}

/** Redirects the browser after a form. */
export function seeOther(address: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: address, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  })
}

function policy(formTargets: string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
