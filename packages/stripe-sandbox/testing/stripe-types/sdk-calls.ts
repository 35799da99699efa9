import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type SdkCall = {
  /** The type file that declares it, below the package's `esm/resources`. */
  file: string
  resource: string
  name: string
  method: string
  path: string
}

const classPattern = /^export class (\w+) extends StripeResource/
// Without an id, `accounts.retrieve` reads the platform's account, which is another call.
const callPattern =
  /^ {4}(\w+)\([^)]*\) \{\s*(?:if \(typeof id === 'string'\) \{\s*)?return this\._makeRequest\('(\w+)', (['`])(.*?)\3/gm

/** Every `/v1` call that the SDK has a method for, read from its code. */
export function sdkCalls(resources: string): SdkCall[] {
  return readdirSync(resources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.startsWith('V2'))
    .flatMap((file) => callsOf(file, readFileSync(join(resources, file), 'utf8')))
}

function callsOf(file: string, code: string): SdkCall[] {
  return code.split(/^(?=export class )/m).flatMap((part) => {
    const resource = classPattern.exec(part)?.[1]
    if (!resource) return []
    return [...part.matchAll(callPattern)].map(([, name = '', method = '', , path = '']) => ({
      file: file.replace(/\.js$/, '.d.ts'),
      resource,
      name,
      method,
      path: path.replace(/\$\{encodeURIComponent\(\w+\)\}/g, '*'),
    }))
  })
}
