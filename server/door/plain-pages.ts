/** Shown when not even the session can be read, so it must not depend on anything. */
export function databaseUnavailablePage(): Response {
  return plainPage({
    status: 503,
    title: 'We will be right back',
    text: 'We are having a technical problem. Your payments and rentals are safe, and anything in progress will be completed when we are back. Please try again in a minute.',
    link: { to: '', words: 'Try again' },
    headers: { 'Retry-After': '5' },
  })
}

/** A page that needs neither the database nor our stylesheet. */
export function plainPage({
  status,
  title,
  text,
  link,
  headers = {},
}: {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly link: { readonly to: string; readonly words: string }
  readonly headers?: Readonly<Record<string, string>>
}): Response {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Hemline</title>
</head>
<body style="margin:0;font-family:Georgia,serif;background:#faf7f4;color:#1c1917">
<main style="max-width:34rem;margin:18vh auto 0;padding:0 1.5rem">
<p style="font-size:1.1rem;letter-spacing:.02em">Hemline</p>
<h1 style="font-weight:400;font-size:2.4rem;line-height:1.15;margin:.5rem 0 1rem">${title}</h1>
<p style="font-size:1.05rem;line-height:1.6">${text}</p>
<p style="font-size:1.05rem"><a style="color:inherit" href="${link.to}">${link.words}</a></p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

/** One sentence, for clients that are not browsers. */
export function plainSentence(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
