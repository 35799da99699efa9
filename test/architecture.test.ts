import { expect, test } from 'vitest'
import {
  componentsKnowNoRoute,
  placesStayOnTheServer,
  sharedScreensAreInManage,
} from './architecture/component-rules.ts'
import { filesAreShort } from './architecture/file-length.ts'
import { badNames } from './architecture/file-names.ts'
import { foldersAreSmall, foldersImportOneWay } from './architecture/folder-rules.ts'
import { nounsAreEnteredByTheirMainFile, nounsImportLowerOnes } from './architecture/noun-rules.ts'
import { packageRules } from './architecture/package-rules.ts'
import * as rules from './architecture/rules.ts'
import { searchStepsAreTakenInTurn } from './architecture/search-rules.ts'
import { parseSource, projectPaths, readSources } from './architecture/source-files.ts'
import { exceptionsAreUsed, tablesHaveOneWriter } from './architecture/table-writers.ts'
import { listedReadsAreThere, typedReadRules } from './architecture/typed-reads.ts'

const files = readSources()

type Sample = readonly [path: string, text: string]

/** A rule, and code that must violate it: one file, or several together. */
const architectureRules: readonly [string, rules.Rule, ...(Sample | readonly Sample[])[]][] = [
  [
    'imports run app → domain → db, domain → gateways, server → all',
    rules.importsRunOneWay,
    ['domain/catalogue/items/items.ts', "import { x } from '#app/forms/forms.ts'"],
    ['db/connection.ts', "import { x } from '#domain/shared/ids.ts'"],
    ['app/routes/a.tsx', "import { createDb } from '#db/connection.ts'"],
    ['app/routes/a.tsx', "import { stripe } from '#gateways/stripe/stripe-gateway.ts'"],
    ['gateways/mail/mail.ts', "import { x } from '#domain/catalogue/items/items.ts'"],
    ['packages/stripe-sandbox/core/store.ts', "import type { x } from '#db/connection.ts'"],
    ['domain/catalogue/items/items.ts', "export { x } from '#server/settings/settings.ts'"],
    ['domain/catalogue/items/items.ts', "const x = await import('#app/root.tsx')"],
    ['domain/catalogue/items/items.ts', "import type { x } from '#demo/demo.ts'"],
    ['db/connection.ts', "import { x } from '#demo/catalogue/catalogue.ts'"],
    ['demo/demo.ts', "import { x } from '#server/settings/settings.ts'"],
  ],
  [
    'packages stay in the folder that keeps them',
    rules.packagesStayInTheirPlace,
    ['app/routes/a.tsx', "import { sql } from 'kysely'"],
    ['app/routes/a.tsx', "import type Stripe from 'stripe'"],
    ['domain/catalogue/items/items.ts', "import { useState } from 'react'"],
    ['domain/money/checkout/checkout.ts', "import Stripe from 'stripe/lib/x.js'"],
    ['demo/seeding/store-pictures.ts', "import sharp from 'sharp'"],
    ['server/app.ts', "import { Gauge } from 'prom-client'"],
  ],
  ...packageRules,
  [
    'the steps of a search are taken in turn, each by search.ts',
    searchStepsAreTakenInTurn,
    ['domain/catalogue/search/count.ts', "import { type Hit, readHits } from './read.ts'"],
  ],
  [
    'another noun is entered through its main file',
    nounsAreEnteredByTheirMainFile,
    [
      'domain/booking/rentals/rentals.ts',
      "import { x } from '#domain/money/credits/credit-queries.ts'",
    ],
  ],
  [
    'a noun knows of no higher one',
    nounsImportLowerOnes,
    ['domain/catalogue/items/items.ts', "import { x } from '#domain/booking/rentals/rentals.ts'"],
    [
      'domain/money/credits/credits.ts',
      "import type { x } from '#domain/money/checkout/checkout.ts'",
    ],
    ['domain/booking/parcels/parcels.ts', ''],
  ],
  [
    'a command notifies people over whichever channels they want',
    rules.channelsAreChosenByNotify,
    [
      'domain/catalogue/items/items.ts',
      "import { queueMail } from '#domain/outbound/mail/outbox.ts'",
    ],
  ],
  [
    'folders import each other in one direction',
    foldersImportOneWay,
    [
      ['domain/money/credits/a.ts', "import type { x } from '#domain/money/refunds/b.ts'"],
      ['domain/money/refunds/b.ts', "import { y } from '#domain/money/gifts/c.ts'"],
      ['domain/money/gifts/c.ts', "import { z } from '#domain/money/credits/a.ts'"],
    ],
  ],
  [
    'a folder has at most forty files',
    foldersAreSmall,
    Array.from({ length: 41 }, (_, at): Sample => [`domain/money/credits/a${at}.ts`, '']),
  ],
  [
    'app/ui knows nothing of us',
    rules.uiImportsOnlyUi,
    ['app/ui/button.tsx', "import { x } from '#domain/shared/cents.ts'"],
    ['app/ui/button.tsx', "import { x } from '#app/components/items/item-card.tsx'"],
  ],
  [
    'forms and links are ours, not those of the router',
    rules.formsAndLinksAreOurs,
    ['app/routes/a.tsx', "import { href, Link } from 'react-router'"],
  ],
  [
    'screens hold no queries',
    rules.screensAskTheDomain,
    ['app/routes/a.tsx', "export const loader = () => db.selectFrom('likes').execute()"],
  ],
  [
    'forms are read in one place',
    rules.formsAreReadInOnePlace,
    ['app/routes/a.tsx', 'const form = await request.formData()'],
    ['server/app.ts', 'const form = await new Response(body).formData()'],
  ],
  [
    'the domain is told what time it is, and throws no dice',
    rules.nowIsPassedIn,
    ['domain/catalogue/items/items.ts', 'const at = new Date()'],
    ['domain/catalogue/items/items.ts', 'const at = Date.now()'],
    ['domain/catalogue/items/items.ts', 'const at = Math.random()'],
  ],
  [
    'the domain knows of no requests',
    rules.domainKnowsNoWeb,
    ['domain/catalogue/items/items.ts', 'export function x(request: Request) {}'],
    ['domain/catalogue/items/items.ts', 'type X = { readonly form: FormData }'],
  ],
  [
    'the launcher loads nothing that the bundle holds',
    rules.launcherLeavesTheBundleAlone,
    ['server/launch.ts', "import '#domain/shared/ids.ts'"],
    ['server/launch.ts', "import '#demo/demo.ts'"],
  ],
  [
    'nobody imports tests',
    rules.productImportsNoTests,
    ['domain/catalogue/items/items.ts', "import { make } from '#test/make/make.ts'"],
    ['domain/catalogue/items/items.ts', "import { x } from './items.test.ts'"],
  ],
  [
    'imports name their file, from the root or beside them',
    rules.importsAreWrittenOneWay,
    ['domain/catalogue/items/items.ts', "import { x } from '../shared/ids.ts'"],
    ['domain/catalogue/items/items.ts', "import { x } from './item-queries'"],
  ],
  [
    'default exports are for routes and configuration',
    rules.defaultExportsAreForRoutes,
    ['domain/catalogue/items/items.ts', 'export default 1'],
    ['app/ui/button.tsx', 'const x = 1\nexport { x as default }'],
  ],
  [
    'unchecked casts stay in db/, gateways/',
    rules.castsStayAtTheEdge,
    ['domain/catalogue/items/items.ts', 'const x = y as string'],
    ['server/app.ts', 'const x = y as unknown as string'],
    ['app/routes/a.ts', 'const x = <string>y'],
    ['demo/demo.ts', 'const x = y as string'],
  ],
  [
    'queries are awaited',
    rules.queriesAreAwaited,
    ['domain/catalogue/items/items.ts', "db.insertInto('likes').values(like).execute()"],
    ['domain/catalogue/items/items.ts', 'sql`select 1`.execute(tx)'],
    ['db/migrate.ts', "client.query('select 1')"],
  ],
  [
    'addresses of images are made and read in one file',
    rules.imagesHaveOneAddress,
    ['app/routes/a.tsx', "const url = '/images/x'"],
    ['app/routes/a.tsx', 'const url = `$'.concat('{origin}/images/$').concat('{id}`')],
    ['app/routes/a.tsx', 'const image = <img src="/images/x" />'],
    ['app/routes/a.tsx', 'const url = `$'.concat('{url}?w=480`')],
    ['server/app.ts', 'const pattern = /^\\/images\\/x$/'],
  ],
  [
    'paths are not written by hand',
    rules.pathsAreNotWrittenByHand,
    ...[
      "const to = '/credits'",
      "const to = href('/credits') + '/credits'",
      'const to = `/item/$'.concat('{id}`'),
      'const to = `$'.concat('{origin}/credits?x=y`'),
      'const link = <Link to="/credits#plans" />',
      'const to = `$'.concat('{base}/$', '{id}`'),
      'const to = `$'.concat('{base}/edit`'),
      'const link = <Link to="/" />',
      "throw redirect('/')",
    ].map((text): Sample[] => [
      ['app/routes/a.tsx', text],
      ['app/routes.ts', "route('credits', 'a'); route('item/:id', 'b')"],
    ]),
    [
      ['domain/outbound/mail/mail.ts', "const path = '/credits'"],
      ['app/routes.ts', "route('credits', 'a')"],
    ],
  ],
  [
    'files have at most 400 lines, tests apart',
    filesAreShort,
    ['domain/catalogue/items/items.ts', '\n'.repeat(401)],
    ['demo/seeding/seed-site.ts', '\n'.repeat(401)],
  ],
  [
    'imports go in no circle',
    rules.importsHaveNoCycles,
    ['domain/catalogue/items/items.ts', "import './items.ts'"],
    [
      ['domain/catalogue/items/items.ts', "import { x } from '#domain/catalogue/likes/likes.ts'"],
      [
        'domain/catalogue/likes/likes.ts',
        "import type { Y } from '#domain/catalogue/items/items.ts'",
      ],
    ],
    [
      ['app/routes/a.tsx', "import { View } from '#app/components/view.tsx'"],
      ['app/components/view.tsx', "import type { loader } from '#app/routes/a.tsx'"],
    ],
  ],
  [
    'components know no route, nor its types',
    componentsKnowNoRoute,
    ['app/components/admin/a.tsx', "import type { loader } from '#app/routes/admin/layout.tsx'"],
    ['app/ui/a.tsx', "import type { Route } from '#app/routes/admin/+types/layout.ts'"],
    ['app/components/a.tsx', "import type { Route } from './+types/a.ts'"],
    ['app/forms/forms.ts', "import { action } from '#app/routes/a.tsx'"],
  ],
  [
    'the points of ZIP codes stay on the server',
    placesStayOnTheServer,
    ['app/components/a.tsx', "import { placeOfZip } from '#domain/catalogue/places/places.ts'"],
  ],
  [
    'what screens of admins and closets share is in manage',
    sharedScreensAreInManage,
    ['app/components/admin/a.tsx', "import { x } from '#app/components/closet/b.tsx'"],
    ['app/components/closet/b.tsx', "import type { x } from '#app/components/admin/a.tsx'"],
    ['app/components/manage/c.tsx', "import { x } from '#app/components/closet/b.tsx'"],
    ['app/routes/admin/a.tsx', "import { x } from '#app/components/closet/b.tsx'"],
    ['app/routes/admin/a.tsx', "import { x } from '#app/routes/business/b.ts'"],
    ['app/routes/business/b.tsx', "import { x } from '#app/routes/admin/a.ts'"],
    ['app/routes/manage/c.ts', "import { x } from '#app/routes/business/b.ts'"],
  ],
  [
    'each table is written by one noun',
    tablesHaveOneWriter,
    ...[
      "tx.insertInto('likes').values(like)",
      "tx.updateTable('likes as l').set(like)",
      "tx.deleteFrom('likes')",
      'sql`insert into likes (item_id) select id from item on conflict do nothing`',
      'sql`update likes set created_at = now()`',
      'sql<Row>`with gone as (delete\n from only likes where true) select 1`',
      "pool.query('merge into likes using x')",
      "pool.query({ text: 'truncate likes' })",
    ].map((text): Sample[] => [
      ['domain/catalogue/items/items.ts', text],
      ['domain/catalogue/likes/likes.ts', "tx.deleteFrom('likes')"],
    ]),
    ['domain/catalogue/items/items.ts', 'tx.deleteFrom(table)'],
    ['domain/catalogue/items/items.ts', 'sql`delete from $'.concat('{sql.table(name)}`')],
  ],
  ...typedReadRules,
]

test.for(architectureRules)('%s', ([, rule]) => {
  expect(rule(files)).toEqual([])
})

const faults = architectureRules.flatMap(([name, rule, ...samples]) =>
  samples.map((sample) => {
    const together = isSample(sample) ? [sample] : sample
    const [path, text] = together[0] ?? []
    return { name, rule, together, path, text }
  }),
)

function isSample(sample: Sample | readonly Sample[]): sample is Sample {
  return typeof sample[0] === 'string'
}

test.for(faults)('"$name" finds $text in $path', ({ rule, together }) => {
  const sources = together.map(([path, text]) => parseSource(path, text))
  const targets = [parseSource('domain/shared/ids.ts', ''), parseSource('demo/demo.ts', '')]
  const others = targets.filter((target) => !sources.some(({ path }) => path === target.path))
  expect(rule([...sources, ...others])).not.toEqual([])
})

test('every exception to the writers of tables is in use', () => {
  expect(exceptionsAreUsed(files)).toEqual([])
})

test('every listed read whose rows are typed by hand exists', () => {
  expect(listedReadsAreThere(files)).toEqual([])
})

test('allowed code violates no rule', () => {
  const sound = [
    parseSource(
      'domain/booking/rentals/rentals.ts',
      `import { sql } from 'kysely'
       import { inTransaction } from '#db/connection.ts'
       import { spend } from '#domain/money/credits/credits.ts'
       import { quote } from './quote.ts'
       const statuses = ['a'] as const
       const lock = sql\`select 1 from items for update skip locked\`
       const key = sql\`select 1 from items for no key update of i\`
       const upsert = sql\`insert into rentals values (1) on conflict (id) do update set a = 1\`
       const some = sql<number>\`(select count(*)::int from likes)\`
       export const dayOf = (at: string) => new Date(at)`,
    ),
    parseSource('domain/catalogue/items/all-of-300-lines.ts', '\n'.repeat(300)),
    parseSource('db/types.ts', '\n'.repeat(401)),
    parseSource('domain/catalogue/items/items.ts', 'sql`update items set a = 1`'),
    parseSource(
      'domain/booking/rentals/stage/quote.ts',
      "import type { x } from './rental-stage.ts'",
    ),
    parseSource(
      'app/routes/a.tsx',
      "import type { Db } from '#db/connection.ts'\nexport default 1",
    ),
  ]
  for (const [, rule] of architectureRules) expect(rule(sound)).toEqual([])
})

test('files are named in kebab-case after what they hold', () => {
  expect(badNames(projectPaths())).toEqual([])
})

test.for([
  'app/Button.tsx',
  'domain/catalogue/items/item_queries.ts',
  'domain/catalogue/items/item-helpers.ts',
  'server/utils.ts',
  'server/request-handler.ts',
  'domain/catalogue/Items/items.ts',
  'app/data.server.ts',
])('%s is a bad name', (path) => {
  expect(badNames([path])).toEqual([path])
})
