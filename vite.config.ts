import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// A few larger files compress to 5 kB less than the many small ones that every page shares.
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 4,
  },
  // Forms, dialogs and lists are not on the first pages: they stay with the pages that have them.
  {
    name: 'core',
    test: /\/app\/(rendering\/item-address|components\/(shell|viewer|items\/(item-(mark|picture|card)|like)|pages\/(page-meta|message|not-found))|ui\/(?!(?!use-background).*(field|form|notice|leaving|text-|question|confirm|prompt|tabs|pagination|search|image|copy|focus|opened|dialog|closes|invalid)))|\/domain\/(money\/(checkout\/(credit-prices|pack-price)|plans\/plans)|shared\/(cents|credits|lists\/show-counted))|vite\/preload-helper/,
    minShareCount: 2,
    priority: 3,
  },
  // What an item shares with other pages of renting, in one file, since its first click waits for
  // all of it. A group takes what its modules import along: only this order keeps that in `shared`,
  // out of the first pages.
  {
    name: 'item-parts',
    test: /\/app\/components\/(dates\/(carried-dates|date-(field|icons|picking)|dates-in-words|short-range)|fit\/unit-switch|payment\/pay-today|place\/ways-line|ratings\/rating-sum|rental\/(closet-words|delivery-fields|deposit-words|handover-list|lister-card|waitlist-words))\.|\/should-fit\.|\/length-unit\./,
    minShareCount: 2,
    priority: 1,
  },
  // Small modules of most pages, but not of the home page, whose size a test limits. With the group
  // above, an item page loads 15 files.
  { name: 'shared', test: /\/(app|domain)\//, maxModuleSize: 1500, minShareCount: 8, priority: 2 },
]

// The home page loads the names of all scripts, in which hashes are most of what cannot be compressed.
// A hash only tells versions of a file of the same name apart; Rolldown requires seven characters.
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
}

// Packages with native code, or that load files relative to themselves, cannot be bundled.
const ownFiles = ['sharp', 'pino', 'graphile-worker']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The whole server is one bundle, so that the door, jobs and pages share one instance of each
    // module. Bundling the packages too makes the import three times as fast.
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: ownFiles } : {},
      build: { rolldownOptions: { input: './server/app.ts' } },
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, ...names } } } },
  },
  build: { target: 'es2023' },
}))
