/** Shown while nothing can be read, not even who is asking: it must need nothing. */
export function databaseAwayPage(): Response {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back in a moment · Hemline</title>
</head>
<body style="margin:0;font-family:Georgia,serif;background:#faf7f4;color:#1c1917">
<main style="max-width:34rem;margin:18vh auto 0;padding:0 1.5rem">
<p style="font-size:1.1rem;letter-spacing:.02em">Hemline</p>
<h1 style="font-weight:400;font-size:2.4rem;line-height:1.15;margin:.5rem 0 1rem">We will be right back</h1>
<p style="font-size:1.05rem;line-height:1.6">We cannot reach our wardrobe at the moment. Nothing is lost: what you paid and rented is safe, and whatever was under way is finished as soon as we are back.</p>
<p style="font-size:1.05rem"><a style="color:inherit" href="">Try again</a></p>
</main>
</body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '5',
    },
  })
}
