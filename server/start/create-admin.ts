// `npm run create-admin`: creates an admin, or turns an existing account into one.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type * as z from 'zod'
import { weaknessText } from '#app/forms/password-words.ts'
import { email, fullName } from '#app/forms/text-fields.ts'
import { createDb, createPool } from '#db/connection.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { refuseOtherSchema } from '#db/migrate.ts'
import { makeAdmin } from '#domain/accounts/closing/make-admin.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { migrateDatabase, placeOfData } from '#server/data/database.ts'
import { openDatabaseInUse } from '#server/data/open-database-in-use.ts'
import { readSettings } from '#server/settings/settings.ts'
import { readArguments, runCommand, say } from './command.ts'

const usage = `npm run create-admin [-- --email EMAIL --name "FULL NAME"]
Prompts for missing values. Without a terminal, pass both options and set the password in ADMIN_PASSWORD.`

await runCommand(async () => {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = readArguments({ options }, usage)
  if (values.help) return say(usage)
  const settings = readSettings(process.env)
  const account = {
    email: checked(email, values.email ?? (await ask('Email: '))),
    fullName: checked(fullName, values.name ?? (await ask('Full name: '))),
    password: process.env.ADMIN_PASSWORD || (await ask('Password: ', { hidden: true })),
  }
  const database = await openDatabaseInUse(settings, say)
  const { target, isRunning, close } = database
  if (!isRunning) await migrateDatabase(database, say)
  const pool = createPool(target, { max: 2 })
  try {
    // The process that runs the database may be a newer version.
    if (isRunning) await refuseOtherSchema(pool)
    const auth = createAuth({ secret: settings.sessionSecret })
    const db = createDb(pool, { namedStatements: settings.preparedStatements })
    const result = await makeAdmin(db, auth, account, new Date())
    if (!result.ok) throw new StartProblem(`Password: ${weaknessText(result.problem.weaknesses)}`)
    const made = result.value.isNew ? 'Admin created' : 'This account is now an admin'
    say(`${made}: sign in as ${account.email}.`)
    say(`This shop's database is ${placeOfData(settings)}.`)
  } finally {
    await pool.end()
    await close()
  }
})

async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new StartProblem(usage)
  const silent = new Writable({ write: (_chunk, _encoding, written) => written() })
  const output = hidden ? silent : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  lines.once('SIGINT', () => process.exit(130))
  // Only from here on: before, the terminal would show what is typed.
  if (hidden) process.stdout.write(question)
  try {
    return await lines.question(hidden ? '' : question)
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}

function checked(schema: z.ZodType<string>, answer: string): string {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new StartProblem(result.error.issues[0]?.message ?? 'Please try again.')
}
