#!/usr/bin/env bash
# selenium-webdriver 4.49.0 with Debian's WebKitGTK 2.50.6: for a page without an icon, the browser asks for
# /favicon.ico after `get` has returned, with the page's cookies, and stores the cookies of the answer. A cookie that
# the driver sets in between is replaced by an older one. The next `get` cancels a request that is still without an
# answer, so that it takes an answer just between the two. A page with an icon, even an empty one, asks for nothing.
# Means for tests: a server that renews sessions can sign in the person before. Serve the icon without cookies.
# Needs Debian's packages webkit2gtk-driver and xvfb.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
dpkg-query --show webkit2gtk-driver | grep '2\.50\.6-1~deb12u2$'
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts selenium-webdriver@4.49.0
cat > cookies.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { Builder, Capabilities } from 'selenium-webdriver'
const pages = {
  '/without': '<!doctype html><title>Without</title>',
  '/empty': '<!doctype html><title>Empty</title><link rel="icon" href="data:,">',
}
let asked = []
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html')
  if (request.url in pages) return response.end(pages[request.url])
  asked.push(`${request.url} ${request.headers.cookie}`)
  // What a server does that renews a session, a moment later.
  setTimeout(() => {
    response.setHeader('Set-Cookie', `${request.headers.cookie}; Path=/; Max-Age=3600; HttpOnly`)
    response.writeHead(404).end()
  }, 1000)
})
await new Promise((listening) => server.listen(0, listening))
const port = server.address().port + 1
const driving = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' })
await new Promise((started) => setTimeout(started, 2000))
const libraries = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`)
const [binary] = libraries.flatMap((name) => {
  try {
    return readdirSync(name).filter((one) => /^webkit2gtk-4\./.test(one)).map((one) => `${name}/${one}/MiniBrowser`)
  } catch {
    return []
  }
})
const browser = await new Builder()
  .usingServer(`http://127.0.0.1:${port}`)
  .withCapabilities(
    new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    }),
  )
  .build()
const address = `http://localhost:${server.address().port}`
const manage = browser.manage()
const signIn = async (name) => {
  await manage.deleteAllCookies()
  await manage.addCookie({ name: 'session', value: name, path: '/', httpOnly: true })
}
const seen = {}
try {
  for (const page of Object.keys(pages)) {
    await browser.get(`${address}/empty`)
    await signIn('first')
    asked = []
    await browser.get(address + page)
    await signIn('second')
    await new Promise((answered) => setTimeout(answered, 2500))
    const { value } = await manage.getCookie('session')
    seen[page] = `${asked.join(', ') || 'nothing asked'}; session=${value}`
  }
} finally {
  await browser.quit()
  driving.kill()
  server.close()
}
console.log(seen)
const expected = {
  '/without': '/favicon.ico session=first; session=first',
  '/empty': 'nothing asked; session=second',
}
for (const [page, what] of Object.entries(expected))
  if (seen[page] !== what) throw new Error(`This is different now: ${page}: ${seen[page]}`)
JS
xvfb-run --auto-servernum node cookies.mjs
