// Run by `npm start` and `npm run dev` before they install and build, so it imports no packages.
import { runCommand } from './command.ts'
import { checkSettings } from '#server/settings/settings.ts'

await runCommand(async () => checkSettings(process.env))
