// Run by `npm start` and `npm run dev` before they install and build, so it imports no packages.

import { checkSettings } from '#server/settings/settings.ts'
import { runCommand } from './command.ts'

await runCommand(async () => checkSettings(process.env))
