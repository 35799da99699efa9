import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { install, root } from '../bin/install.mjs'

/** The generator is installed apart: its compiler must not come with the shop (decision 2). */
const HOME = join(root, 'test/generator')

const GENERATE = `
  import { createClient } from '@hey-api/openapi-ts'
  const [input, path] = process.argv.slice(1)
  await createClient({
    input,
    output: { path, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })`

/** A client that a public generator makes from an OpenAPI document, type-checked and loaded. */
export async function generatedClient(document: string) {
  await install('everything', HOME)
  const folder = await mkdtemp(join(tmpdir(), 'hemline-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [input, output] = [join(folder, 'openapi.json'), join(folder, 'client')]
  await writeFile(input, document)
  const run = promisify(execFile)
  await run(process.execPath, ['--input-type=module', '-e', GENERATE, input, output], {
    cwd: HOME,
  })
  const sdk = join(output, 'sdk.gen.ts')
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--lib', 'esnext,dom,dom.iterable']
  const types = ['--types', '', '--noUncheckedIndexedAccess', 'false']
  await run('node_modules/.bin/tsc', [...strict, ...target, ...types, '--ignoreConfig', sdk])
  const load = (file: string) => import(pathToFileURL(join(output, file)).href)
  const [{ client }, calls] = [await load('client.gen.ts'), await load('sdk.gen.ts')]
  return { client, calls }
}
