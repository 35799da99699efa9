/** Prints what starts, that it is still running, and how long it took. */
export async function withProgress(what, work) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  say(`${what} …`)
  const reminder = setInterval(() => say(`  … still working after ${seconds()} s`), 15_000)
  try {
    const result = await work()
    say(`  … done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(reminder)
  }
}

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** An error whose message explains it: printed without a stack trace. */
export class Problem extends Error {}

/** Runs a command's main function; an error ends the process with its message. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
