import { legalPages } from '#db/enums.ts'
import { type Import, inProduct, type SourceFile } from './source-files.ts'

/** Finds violations of an architecture rule, a sentence for each. See docs/architecture.md. */
export type Rule = (files: readonly SourceFile[]) => string[]

const topOf = (path: string) => path.split('/')[0] ?? ''

/** What the code of a top folder may import, besides its own files. */
const allowedImports: Readonly<Record<string, (to: string, by: Import) => boolean>> = {
  app: (to, { typesOnly }) =>
    topOf(to) === 'domain' ||
    /^db\/(?:webhook-)?enums\.ts$/.test(to) ||
    (typesOnly && ['db', 'gateways'].includes(topOf(to))),
  domain: (to) => ['db', 'gateways'].includes(topOf(to)),
  gateways: (to) => topOf(to) === 'db' || to.startsWith('domain/shared/'),
  db: () => false,
  demo: (to) => ['domain', 'gateways', 'db'].includes(topOf(to)),
  packages: () => false,
  server: (to) => ['app', 'domain', 'gateways', 'db', 'demo', 'packages'].includes(topOf(to)),
  bin: (to) => ['db', 'server'].includes(topOf(to)),
}

export const importsRunOneWay: Rule = (files) =>
  inProduct(files).flatMap((file) => {
    const mayReach = allowedImports[topOf(file.path)]
    if (!mayReach) return []
    return file.imports
      .filter(
        ({ isOurs, to }) => isOurs && topOf(to) !== topOf(file.path) && !to.includes('+types'),
      )
      .filter((one) => !mayReach(one.to, one))
      .map(({ to }) => `${file.path} imports ${to}`)
  })

/** The only folders that may use these packages. */
const allowedFolders: Readonly<Record<string, RegExp>> = {
  kysely: /^(db|demo|domain|gateways|server)\//,
  pg: /^(db|packages|server)\/|^app\/request\/limits\.ts$/,
  stripe: /^(gateways\/stripe|packages\/stripe-sandbox)\//,
  react: /^app\//,
  'react-dom': /^app\//,
  'react-router': /^(app|server)\//,
  '@react-router/node': /^(app|server)\//,
  'prom-client': /^server\/observe\/metrics\//,
  '@opentelemetry/sdk-trace': /^server\/observe\/tracing\//,
  nodemailer: /^gateways\/mail\//,
  sharp: /^gateways\/images\//,
}

export const packagesStayInTheirPlace: Rule = (files) =>
  inProduct(files).flatMap((file) =>
    file.imports
      .filter(({ isOurs, to }) => !isOurs && allowedFolders[to]?.test(file.path) === false)
      .map(({ to }) => `${file.path} imports ${to}`),
  )

/** `ui` could belong to any product: it knows none of our nouns. */
export const uiImportsOnlyUi: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('app/ui/'))
    .flatMap((file) =>
      file.imports
        .filter(({ isOurs, to }) => isOurs && !to.startsWith('app/ui/'))
        .map(({ to }) => `${file.path} imports ${to}`),
    )

/** Which channels reach a person is decided in one place. */
export const channelsAreChosenByNotify: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('domain/') && !path.startsWith('domain/outbound/notify/'))
    .filter(({ imports }) => imports.some(({ names }) => names.includes('queueMail')))
    .map(({ path }) => `${path} queues an email itself: it calls notify`)

const OURS = { Form: 'app/ui/form.tsx', Link: 'app/ui/link.tsx', NavLink: 'app/ui/link.tsx' }

/** Our form keeps its input when sending fails; our links are rendered without the router. */
export const formsAndLinksAreOurs: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('app/'))
    .flatMap(({ path, imports }) =>
      Object.entries(OURS)
        .filter(([name, place]) => path !== place && takes(imports, name))
        .map(([name]) => `${path} takes ${name} from react-router`),
    )

const takes = (imports: SourceFile['imports'], name: string) =>
  imports.some(({ to, names }) => to === 'react-router' && names.includes(name))

export const screensAskTheDomain: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('app/'))
    .flatMap((file) => file.queries.map((query) => `${file.path} calls ${query}`))

const readsForms = /^app\/forms\/read-form\.ts$/

/** Only `readForm` removes control characters and never throws at invalid input. */
export const formsAreReadInOnePlace: Rule = (files) =>
  inProduct(files)
    .filter(
      ({ path }) => /^(app|demo|domain|gateways|server)\//.test(path) && !readsForms.test(path),
    )
    .flatMap((file) => file.formReads.map((read) => `${file.path} calls ${read}`))

export const nowIsPassedIn: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('domain/'))
    .flatMap((file) => file.readsWorld.map((read) => `${file.path} calls ${read}`))

export const domainKnowsNoWeb: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path.startsWith('domain/'))
    .flatMap((file) =>
      file.types
        .filter((type) => ['Request', 'Response', 'FormData', 'Headers'].includes(type))
        .map((type) => `${file.path} takes a ${type}`),
    )

/** The launcher must not load modules of the bundle, or they would exist twice. */
export const launcherLeavesTheBundleAlone: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const roots = inProduct(files).filter(
    ({ path }) => path === 'server/launch.ts' || path.startsWith('bin/'),
  )
  const reached = new Set<SourceFile>(roots)
  for (const file of reached) {
    for (const { to, isOurs, typesOnly } of file.imports) {
      const next = isOurs && !typesOnly ? byPath.get(to) : undefined
      if (next) reached.add(next)
    }
  }
  return [...reached]
    .filter(({ path }) => /^(app|demo|domain|gateways|packages)\//.test(path))
    .map(({ path }) => `the launcher reaches ${path}`)
}

export const productImportsNoTests: Rule = (files) =>
  inProduct(files).flatMap((file) =>
    file.imports
      .filter(({ isOurs, to }) => isOurs && /^(test|tools)\/|\/testing\/|\.test\./.test(to))
      .map(({ to }) => `${file.path} imports ${to}`),
  )

const importedByTheirKind = /^(bin\/|.*\.mjs$|.*\.config\.ts$)/

export const importsAreWrittenOneWay: Rule = (files) =>
  files
    .filter(({ path }) => !importedByTheirKind.test(path))
    .flatMap((file) =>
      file.imports
        .filter(
          ({ isOurs, written }) =>
            isOurs && !/\/\+types\/|\.css$|\?(url|raw|no-inline)$/.test(written),
        )
        .filter(({ written }) => !/^(#[a-z]+\/|\.\/).*\.(ts|tsx|mjs|json)(\?\w+)?$/.test(written))
        .filter(({ to }) => !/^(bin\/|[^/]+\.config\.ts$)/.test(to))
        // `#` of a package is its own folder.
        .filter(({ to }) => !(file.path.startsWith('packages/') && to.startsWith('test/')))
        .map(({ written }) => `${file.path} imports ${written}`),
    )

const mayExportDefault =
  /^(app\/(root|entry\.(client|server))\.tsx|app\/routes\.ts|app\/routes\/.*|[^/]+\.config\.ts|test\/setup\/.*|tools\/mutation\/(runner|mutated-build|vite(st)?\.config)\.ts)$/

export const defaultExportsAreForRoutes: Rule = (files) =>
  files
    .filter(({ path, hasDefaultExport }) => hasDefaultExport && !mayExportDefault.test(path))
    .map(({ path }) => `${path} has a default export`)

const mayCast = /^(db|gateways|demo\/drawings)\/|^domain\/shared\/(actors|ids|records)\.ts$/

export const castsStayAtTheEdge: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => !mayCast.test(path))
    .flatMap((file) => file.casts.map((cast) => `${file.path} casts: ${cast}`))

export const queriesAreAwaited: Rule = (files) =>
  files
    .filter(({ path }) => /^(app|demo|domain|gateways|db|server|packages)\//.test(path))
    .flatMap((file) => file.floating.map((call) => `${file.path} does not await ${call}`))

/** One file builds and parses the addresses of images. */
export const imagesHaveOneAddress: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => path !== 'domain/shared/image-address.ts')
    .flatMap((file) =>
      file.literals
        .filter((literal) => /(?<!\w)\/images\/|\?w=/.test(literal))
        .map((literal) => `${file.path} has ${literal}`),
    )

/** Files that define paths, match their beginnings or name addresses outside the router. */
const writesPaths = new Set([
  'app/routes.ts',
  'app/routes/endpoints/robots.ts',
  'domain/shared/pages.ts',
])

/** The first part of every path in the routes. */
function firstPartsOf(files: readonly SourceFile[]): string[] {
  const routes = files.find(({ path }) => path === 'app/routes.ts')?.literals ?? []
  return [...routes, ...legalPages].flatMap((path) =>
    /^[a-z][a-z.-]*(\/|$)/.test(path) ? (path.split('/')[0] ?? []) : [],
  )
}

/** Paths come from `href()`, which checks the routes; the domain's paths are in one file. */
export const pathsAreNotWrittenByHand: Rule = (files) => {
  const first = new Set(firstPartsOf(files))
  const isPath = (literal: string) =>
    literal.startsWith('/') && first.has(literal.split(/[/?#]/)[1] ?? '')
  return (
    inProduct(files)
      .filter(({ path }) => /^(app|domain|demo)\//.test(path) && !writesPaths.has(path))
      // Endpoints of the API are not pages.
      .filter(({ path }) => !path.startsWith('app/api/'))
      .flatMap(({ path, literals, targets, hrefs, joinedPaths }) =>
        [
          ...without(literals.filter(isPath), hrefs),
          ...targets.filter((target) => target === '/'),
          ...(path.startsWith('app/') ? joinedPaths : []),
        ].map((literal) => `${path} has ${literal}`),
      )
  )
}

/** Removes each element of `some` from `all` once. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Import cycles, including imports of types only; each cycle once. */
export const importsHaveNoCycles: Rule = (files) => {
  const byPath = new Map(inProduct(files).map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const at = trail.indexOf(path)
    if (at !== -1) cycles.push([...trail.slice(at), path].join(' → '))
    const file = byPath.get(path)
    if (at !== -1 || done.has(path) || !file) return
    for (const { to, isOurs, isDynamic } of file.imports) {
      if (isOurs && !isDynamic) visit(to, [...trail, path])
    }
    done.add(path)
  }
  for (const path of byPath.keys()) visit(path, [])
  return cycles
}
