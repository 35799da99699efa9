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
  { name: 'house', test: /\/app\/(ui|http|components)\//, minShareCount: 5, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The whole server graph is one bundle: the door, the jobs and the pages share one of everything.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: { target: 'es2023' },
})
