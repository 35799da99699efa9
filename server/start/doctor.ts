// `npm run doctor`: reports what is wrong with an installation, and how to fix it.
import { findProblems } from '#server/observe/doctor/find-problems.ts'

const SECONDS_FOR_CLOSING = 5

process.exitCode = (await findProblems(process.env, console.log)) === 0 ? 0 : 1
// A check that timed out may still wait for its connection.
setTimeout(() => process.exit(), SECONDS_FOR_CLOSING * 1000).unref()
