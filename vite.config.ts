import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Few larger files compress 5 kB better than the many small ones that every page shares.
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 2,
  },
  // Forms, questions and lists are not on the first pages: they stay with the pages that have them.
  {
    name: 'house',
    test: /\/app\/(http\/item-address|components\/(shell|wanted-like|item-mark|item-picture|page-meta|pages\/(message|not-found))|ui\/(?!(?!use-background).*(field|form|notice|leaving|text-area|question|confirm|prompt|tabs|pagination|search|image|copy)))|\/domain\/(checkout\/(credit-prices|pack-price)|subscriptions\/plans|shared\/(cents|credits|show-counted))|vite\/preload-helper/,
    minShareCount: 3,
    priority: 1,
  },
  // Small parts of most pages, but not of the home page, whose size a test limits: an item page took
  // 45 files without this, and takes 26.
  { name: 'shared', test: /\/(app|domain)\//, maxModuleSize: 1500, minShareCount: 8 },
]

// What is not JavaScript alone, or looks for files of its own beside it, stays in its package.
const ownFiles = ['sharp', 'pino', 'graphile-worker']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The whole server graph is one bundle: the door, the jobs and the pages share one of everything.
    // With its packages in it the server is imported in a third of the time.
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: ownFiles } : {},
      build: { rolldownOptions: { input: './server/app.ts' } },
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: { target: 'es2023' },
}))
