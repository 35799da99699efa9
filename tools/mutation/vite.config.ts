import { defineConfig, mergeConfig } from 'vite'
import everyday from '../../vite.config.ts'
import { mutantsPlugin } from './plugin.ts'

/** The build for the request tests, with mutants in the code that the server runs. */
export default defineConfig((env) => mergeConfig(everyday(env), { plugins: [mutantsPlugin()] }))
