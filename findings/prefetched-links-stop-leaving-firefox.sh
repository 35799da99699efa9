#!/usr/bin/env bash
# react-router 8.4.0 (framework mode) with Debian's Firefox 153 ESR, driven by playwright-core 1.64.1:
# PrefetchPageLinks does not only preload the module of the other route, it runs it. Firefox lets an import
# that still loads fail as soon as the page is left, not when the next page arrives. React Router takes that
# for a deployment, logs "Error loading route module ..., reloading page..." and reloads the page that is
# being left: the navigation is canceled, and the person stays where they were. It happens to links to other
# sites, payment pages and addresses that are typed, as long as a prefetched module loads. With
# <link rel="modulepreload"> instead, nothing runs and the navigation arrives.
# Needs Debian's packages and the libraries of GTK 3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet --quiet firefox-esr=153.8.0esr-1~deb12u1 2>/dev/null
dpkg-deb --extract firefox-esr_*.deb firefox
cat > package.json <<'JSON'
{ "name": "finding", "private": true, "type": "module" }
JSON
npm install --no-audit --no-fund --silent \
  react@19.3.1 react-dom@19.3.1 react-router@8.4.0 @react-router/node@8.4.0 @react-router/dev@8.4.0 \
  vite@8.3.8 isbot@5.2.3 playwright-core@1.64.1
mkdir -p app/routes
cat > vite.config.js <<'JS'
import { reactRouter } from '@react-router/dev/vite'
export default { plugins: [reactRouter()] }
JS
echo "export default { routeDiscovery: { mode: 'initial' } }" > react-router.config.ts
cat > app/routes.ts <<'JS'
import { index, route } from '@react-router/dev/routes'
export default [index('routes/home.tsx'), route('preloading', 'routes/preloading.tsx'), route('other', 'routes/other.tsx')]
JS
cat > app/root.tsx <<'JS'
import { Outlet, Scripts } from 'react-router'
export default function Root() {
  return <html><head><title>.</title></head><body><Outlet /><Scripts /></body></html>
}
JS
cat > app/routes/home.tsx <<'JS'
import { PrefetchPageLinks } from 'react-router'
export default () => <p>Home<PrefetchPageLinks page="/other" /></p>
JS
cat > app/routes/preloading.tsx <<'JS'
import { useLoaderData } from 'react-router'
export const loader = ({ context }) => process.env.OTHER
export default () => <p>Preloading<link rel="modulepreload" href={useLoaderData()} /></p>
JS
echo 'export default () => <p>Other</p>' > app/routes/other.tsx
npx react-router build >/dev/null 2>&1
cat > drive.mjs <<'JS'
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { createRequestHandler } from 'react-router'
import { firefox } from 'playwright-core'
import * as build from './build/server/index.js'

const other = build.assets.routes['routes/other'].module
process.env.OTHER = other
const handle = createRequestHandler(build, 'production')
let asked = () => {}
const server = createServer(async (incoming, outgoing) => {
  if (incoming.url === '/favicon.ico') return outgoing.end()
  if (incoming.url === '/left') {
    // As long as a server takes to write a page.
    await new Promise((slow) => setTimeout(slow, 500))
    return outgoing.setHeader('Content-Type', 'text/html').end('<p>Left')
  }
  if (incoming.url.startsWith('/assets/')) {
    if (incoming.url === other) {
      asked()
      await new Promise((slow) => setTimeout(slow, 3000))
    }
    outgoing.setHeader('Content-Type', 'text/javascript')
    return outgoing.end(await readFile(`build/client${incoming.url}`))
  }
  const response = await handle(new Request(new URL(incoming.url, 'http://localhost')))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
})
await new Promise((listening) => server.listen(0, listening))
const executablePath = `${import.meta.dirname}/firefox/usr/lib/firefox-esr/firefox-esr`
const browser = await firefox.launch({ channel: 'moz-firefox', executablePath })
const seen = {}
for (const path of ['/', '/preloading']) {
  const page = await (await browser.newContext()).newPage()
  const errors = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text().split(' `')[0]))
  const isAsked = new Promise((resolve) => { asked = resolve })
  await page.goto(`http://localhost:${server.address().port}${path}`, { waitUntil: 'commit' })
  await isAsked
  await page.evaluate(() => new Promise((soon) => setTimeout(soon, 500)))
  await page.evaluate(() => { setTimeout(() => { location.href = '/left' }) })
  await new Promise((later) => setTimeout(later, 6000))
  seen[path] = [await page.textContent('p'), errors[0] ?? 'no error']
}
await browser.close()
server.close()
console.log(seen)
const expected = { '/': ['Home', 'Error loading route module'], '/preloading': ['Left', 'no error'] }
if (JSON.stringify(seen) !== JSON.stringify(expected)) throw new Error('This is different now.')
JS
node drive.mjs
