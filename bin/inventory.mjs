// Prints an inventory of every package that builds or runs the shop, from the lockfile, in CycloneDX.
// `npm sbom --omit dev` leaves out those that a development package also needs (react, pg, zod).
// Plain JavaScript for Node 20: it runs before packages are installed.
import { readFileSync } from 'node:fs'

const { name, version, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const components = Object.entries(packages)
  // `devOptional`: a development dependency, and an optional one of other packages.
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, { version, license, integrity, optional, name = nameIn(path) }]) => ({
    type: 'library',
    'bom-ref': path,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [hashOf(integrity)],
    ...(license && { licenses: [{ expression: license }] }),
  }))

const inventory = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
  components,
}
process.stdout.write(`${JSON.stringify(inventory, null, 2)}\n`)

/** Returns `@b/c` for `node_modules/a/node_modules/@b/c`. */
function nameIn(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Converts `sha512-…` in base 64. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-')
  const content = Buffer.from(digest, 'base64').toString('hex')
  return { alg: algorithm.replace('sha', 'SHA-'), content }
}
