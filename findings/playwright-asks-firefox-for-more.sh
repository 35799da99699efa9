#!/usr/bin/env bash
# playwright-core 1.65.1 and 1.64.1 with Debian's Firefox 153 ESR: a released Firefox can be driven through
# WebDriver BiDi with Playwright's channel moz-firefox. From 1.65 on, every new page first asks for
# emulation.setMediaFeaturesOverride, which this Firefox does not know, so that no page opens; nothing in the
# options avoids it. 1.64.1 opens pages, but `javaScriptEnabled: false` has no effect there, without a word:
# scripts run, and a test of a page without scripts passes or fails for another reason.
# Needs Debian's packages and the libraries of GTK 3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet --quiet firefox-esr=153.8.0esr-1~deb12u1
dpkg-deb --extract firefox-esr_*.deb firefox
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts \
  older@npm:playwright-core@1.64.1 newer@npm:playwright-core@1.65.1
cat > drive.mjs <<'JS'
import { createServer } from 'node:http'
const page = '<!doctype html><p>scripts are off</p><script>document.querySelector("p").textContent = "scripts run"</script>'
const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
await new Promise((listening) => server.listen(0, listening))
const executablePath = `${import.meta.dirname}/firefox/usr/lib/firefox-esr/firefox-esr`
const seen = {}
for (const name of ['older', 'newer']) {
  const { firefox } = (await import(name)).default
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath })
  try {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const tab = await context.newPage()
    await tab.goto(`http://localhost:${server.address().port}`)
    seen[name] = await tab.textContent('p')
  } catch (error) {
    seen[name] = /emulation\.\w+\): unknown command/.exec(error.message)?.[0] ?? error.message
  } finally {
    await browser.close()
  }
}
server.close()
console.log(seen)
const result = JSON.stringify(seen)
const expected = { older: 'scripts run', newer: 'emulation.setMediaFeaturesOverride): unknown command' }
if (result !== JSON.stringify(expected)) throw new Error(`This is different now: ${result}`)
JS
node drive.mjs
