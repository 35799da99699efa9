#!/usr/bin/env bash
# selenium-webdriver 4.49.0 with Debian's WebKitGTK 2.50.6: digits typed into <input type="date"> stay in its first
# part. "11302026" leaves the field empty and invalid, however slowly it is typed; "2026-11-30" becomes a wrong but
# valid date, so that a test that only checks for a value passes with the wrong day. With a slash, or Tab between the
# parts, the date is the one that was typed.
# Needs Debian's packages webkit2gtk-driver and xvfb.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
dpkg-query --show webkit2gtk-driver | grep '2\.50\.6-1~deb12u2$'
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts selenium-webdriver@4.49.0
cat > type.mjs <<'JS'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { Builder, By, Capabilities, Key } from 'selenium-webdriver'
const server = createServer((_, response) =>
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><input type="date">'),
)
await new Promise((listening) => server.listen(0, listening))
const port = server.address().port + 1
const driving = spawn('WebKitWebDriver', [`--port=${port}`], {
  stdio: 'ignore',
  env: { ...process.env, LC_ALL: 'en_US.UTF-8' },
})
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
const seen = {}
try {
  for (const keys of [['11302026'], ['2026-11-30'], ['11/30/2026'], ['11', Key.TAB, '30', Key.TAB, '2026']]) {
    await browser.get(`http://localhost:${server.address().port}`)
    await browser.findElement(By.css('input')).sendKeys(...keys)
    const name = keys.map((one) => (one === Key.TAB ? 'Tab' : one)).join(' ')
    seen[name] = await browser.executeScript(
      'const { value, validity } = document.querySelector("input"); return `${value || "empty"}${validity.badInput ? ", invalid" : ""}`',
    )
  }
} finally {
  await browser.quit()
  driving.kill()
  server.close()
}
console.log(seen)
const expected = {
  11302026: 'empty, invalid',
  '2026-11-30': '0030-12-11',
  '11/30/2026': '2026-11-30',
  '11 Tab 30 Tab 2026': '2026-11-30',
}
for (const [keys, value] of Object.entries(expected))
  if (seen[keys] !== value) throw new Error(`This is different now: ${keys} gives ${seen[keys]}`)
JS
xvfb-run --auto-servernum node type.mjs
