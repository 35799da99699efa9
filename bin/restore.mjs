// `npm run restore`. Plain JavaScript for Node 20: it runs before packages are installed.
import { runInstalled } from './lifeline.mjs'

await runInstalled('server/start/restore.ts')
