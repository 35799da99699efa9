#!/usr/bin/env bash
# @antithesishq/bombadil 0.7.0: the example of its README, which imports always and extract from
# "@antithesishq/bombadil/browser", ends at once with "TypeError: not a callable function" and no line: the module
# has no always, and a missing import is not reported. With always from "@antithesishq/bombadil" it ends with
# "specification exports no action generators", since a specification of one's own replaces the default actions. With
# actions too, the same property is checked.
# Needs Debian's Chromium.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts @antithesishq/bombadil@0.7.0
cat > readme.ts <<'JS'
import { always, extract } from '@antithesishq/bombadil/browser'
const title = extract((state) => state.document.querySelector('h1')?.textContent ?? '')
export const has_title = always(() => title.current.trim() !== '')
JS
cat > root.ts <<'JS'
import { always } from '@antithesishq/bombadil'
import { extract } from '@antithesishq/bombadil/browser'
const title = extract((state) => state.document.querySelector('h1')?.textContent ?? '')
export const has_title = always(() => title.current.trim() !== '')
JS
cat root.ts - > whole.ts <<'JS'
import { actions } from '@antithesishq/bombadil/browser'
export const reload = actions(() => ['Reload'])
JS
echo '<!doctype html><h1>A page</h1><a href="/">again</a>' > index.html
cat > serve.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const page = readFileSync('index.html')
const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
server.listen(0, () => writeFileSync('port', String(server.address().port)))
JS
node serve.mjs &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
until [ -s port ]; do sleep 0.1; done
walk() {
  CHROME=/usr/bin/chromium timeout 60 npx bombadil browser test "http://127.0.0.1:$(cat port)" "$1" \
    --headless --no-sandbox --time-limit 5s --output-path "seen-$1" 2>&1 || true
}
for name in readme root whole; do
  walk "$name.ts" > "$name.txt"
  grep --max-count=1 -h Error "$name.txt" || echo "$name: checked $(wc -l < "seen-$name.ts/trace.jsonl") states"
done
grep -q 'not a callable function' readme.txt
grep -q 'exports no action generators' root.txt
[ "$(wc -l < seen-whole.ts/trace.jsonl)" -gt 1 ]
