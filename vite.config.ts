import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The whole server graph is one bundle: the door, the jobs and the pages share one of everything.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
  build: { target: 'es2023' },
})
