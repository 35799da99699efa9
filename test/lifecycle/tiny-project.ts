import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { root } from '../../bin/install.mjs'
import { cleanEnvironment, waitForProcesses } from './project.ts'

/**
 * A project with our bootstrap and three packages from its own registry: a dependency, a
 * development dependency and an optional one. Installing the development dependency waits until a
 * file allows it.
 */
export async function makeTinyProjects() {
  const template = mkdtempSync('/tmp/hemline-tiny-')
  const registry = await openRegistry()
  for (const name of ['bin', 'db/embedded', '.npmrc']) {
    cpSync(join(root, name), join(template, name), { recursive: true })
  }
  const wait = `const { PROJECT } = process.env; require('fs').appendFileSync(PROJECT + '/busy', 'x'); setInterval(() => require('fs').existsSync(PROJECT + '/go') && process.exit(), 20)`
  publish(template, 'slow', { scripts: { install: `node -e "${wait}"` } })
  publish(template, 'spare')
  publish(template, 'needed')
  write(template, 'package.json', {
    name: 'tiny',
    version: '1.0.0',
    type: 'module',
    scripts: {
      install: '',
      start: 'exec node bin/install-only.mjs shop',
      test: 'exec node bin/install-only.mjs everything',
    },
    dependencies: { needed: '1.0.0' },
    devDependencies: { slow: '1.0.0' },
    optionalDependencies: { spare: '1.0.0' },
    allowScripts: { slow: true },
  })
  writeFileSync(
    join(template, 'bin/install-only.mjs'),
    "import { install } from './install.mjs'\nimport { endWithNpm } from './lifeline.mjs'\nendWithNpm()\nawait install(process.argv[2])\n",
  )
  await promisify(execFile)('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: template,
    env: registry.environmentIn(template),
  })
  return {
    make: () => tinyProject(template, registry.environmentIn),
    remove: () => {
      registry.close()
      rmSync(template, { recursive: true })
    },
  }
}

/** The programs of `npm start` and `npm test`, without npm unless the test is about it. */
const PROGRAMS = {
  start: ['node', 'bin/install-only.mjs', 'shop'],
  test: ['node', 'bin/install-only.mjs', 'everything'],
  'npm test': ['npm', 'run', 'test'],
} as const

interface RunOptions {
  program?: keyof typeof PROGRAMS
  uid?: number
  gid?: number
}

function tinyProject(template: string, environmentIn: (folder: string) => NodeJS.ProcessEnv) {
  const folder = mkdtempSync('/tmp/hemline-tiny-')
  onTestFinished(async () => {
    await waitForProcesses(folder)
    rmSync(folder, { recursive: true })
  })
  cpSync(template, folder, { recursive: true })
  const [go, busy] = [join(folder, 'go'), join(folder, 'busy')]

  /** Runs the program of `npm test`, or of `npm start`, which installs less. */
  function run(env: NodeJS.ProcessEnv = {}, { program = 'test', ...user }: RunOptions = {}) {
    const [command, ...args] = PROGRAMS[program]
    const child: ChildProcess = spawn(command, args, {
      cwd: folder,
      env: { ...environmentIn(folder), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const ended = new Promise((resolve) => child.once('close', resolve))
    return { pid: child.pid ?? 0, output: () => output, ended }
  }

  return {
    folder,
    busy,
    allow: () => writeFileSync(go, ''),
    forbid: () => {
      for (const file of [go, busy]) rmSync(file, { force: true })
    },
    run,
    start: () => run({}, { program: 'start' }),
    /** Publishes the next version of a package and adds it to the lockfile. */
    update: (name: string) => {
      const integrity = publish(folder, name, { version: '2.0.0' })
      for (const file of ['package.json', 'package-lock.json']) {
        const text = readFileSync(join(folder, file), 'utf8')
        const version = `"${name}": "1.0.0"`
        write(folder, file, JSON.parse(text.replaceAll(version, version.replace('1', '2'))))
      }
      const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
      Object.assign(lockfile.packages[`node_modules/${name}`], { version: '2.0.0', integrity })
      write(folder, 'package-lock.json', lockfile)
    },
    /** Removes a version from the registry, as if the network failed before its download. */
    withdraw: (name: string, version: string) =>
      rmSync(join(folder, 'registry', `${name}-${version}.tgz`)),
  }
}

/** Adds a package to the registry of a project; returns the hash that lockfiles contain. */
function publish(folder: string, name: string, extra: { version?: string; scripts?: object } = {}) {
  const { version, ...manifest } = { name, version: '1.0.0', ...extra }
  const source = join(folder, 'packages', `${name}-${version}`)
  write(source, 'package.json', { ...manifest, version })
  const tarball = join(folder, 'registry', `${name}-${version}.tgz`)
  mkdirSync(dirname(tarball), { recursive: true })
  const { status } = spawnSync('tar', ['-czf', tarball, '-C', source, '.'])
  if (status !== 0) throw new Error(`tar ended with ${status}`)
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64')
  const integrity = `sha512-${hash}`
  const about = join(folder, 'registry', name)
  const earlier = existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')).versions : {}
  const dist = { tarball: `${REGISTRY}${name}-${version}.tgz`, integrity }
  write(dirname(about), name, {
    name,
    'dist-tags': { latest: version },
    versions: { ...earlier, [version]: { ...manifest, version, dist } },
  })
  return integrity
}

/** A placeholder for the registry's address in its files. */
const REGISTRY = 'registry:/'

/** Serves the folder `registry` of each project below the name of the project's folder. */
async function openRegistry() {
  const server = createServer(({ url = '' }, response) => {
    const [, project = '', name = ''] = url.split('/')
    const file = join('/tmp', project, 'registry', name)
    if (!existsSync(file)) return response.writeHead(404).end()
    if (name.endsWith('.tgz')) return response.end(readFileSync(file))
    response.setHeader('Content-Type', 'application/json')
    response.end(readFileSync(file, 'utf8').replaceAll(REGISTRY, addressOf(project)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const addressOf = (project: string) => `http://127.0.0.1:${port}/${project}/`
  return {
    environmentIn: (folder: string): NodeJS.ProcessEnv => ({
      ...cleanEnvironment(),
      PROJECT: folder,
      npm_config_registry: addressOf(basename(folder)),
      npm_config_noproxy: '127.0.0.1',
    }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function write(folder: string, name: string, content: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(content, null, 2))
}
