// `npm run create-admin`. Plain JavaScript for Node 20: it runs before packages are installed.
import { runInstalled } from './lifeline.mjs'

await runInstalled('server/start/create-admin.ts')
