import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { routes } from '#sandbox/api/routes.ts'
import type { StripeSchemas } from './schema.ts'

const here = import.meta.dirname
const modules = join(here, '../../../../node_modules')
const served = routes.map(({ method, path }) => `${method} ${path.replace(':id', '*')}`)

/**
 * The schemas of every call that the sandbox serves. Reading the SDK's types takes seconds, so the
 * result is cached, under a name derived from all its sources.
 */
export async function stripeSchemas(): Promise<StripeSchemas> {
  const file = join(modules, '.cache/stripe-schemas', `${sources()}.json`)
  if (!existsSync(file)) {
    const { generateSchemas } = await import('./generate.ts')
    const schemas = generateSchemas(join(modules, 'stripe'), ({ method, path }) =>
      served.includes(`${method} ${path}`),
    )
    mkdirSync(join(file, '..'), { recursive: true })
    const half = `${file}.${process.pid}`
    writeFileSync(half, JSON.stringify(schemas))
    renameSync(half, file)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function sources(): string {
  const hash = createHash('sha256').update(JSON.stringify(served))
  for (const name of ['stripe', 'typescript-api']) {
    hash.update(readFileSync(join(modules, name, 'package.json')))
  }
  for (const name of readdirSync(here).sort()) hash.update(readFileSync(join(here, name)))
  return hash.digest('hex').slice(0, 16)
}
