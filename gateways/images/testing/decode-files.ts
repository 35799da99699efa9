import { existsSync, readFileSync } from 'node:fs'
import { reencode } from '#gateways/images/reencode.ts'

// Decodes the given files at the same time in a separate process, and prints how many succeeded and
// how much its memory grew at most: node decode-files.ts <small> <file>…

const portrait = { aspect: [1 / 2, 1 / 2], width: 1280, height: 2560 } as const

/** On Linux `maxRSS` includes the peak of the parent process; `VmHWM` does not. */
function peakMegabytes(): number {
  const status = '/proc/self/status'
  const peak = existsSync(status) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))
  return (peak ? Number(peak[1]) : process.resourceUsage().maxRSS) / 1024
}

const [small, ...files] = process.argv.slice(2).map((path) => readFileSync(path))
if (!small) throw new Error('no files were given')
await reencode(small, portrait)
const before = peakMegabytes()
const outcomes = await Promise.all(files.map((file) => reencode(file, portrait)))
const decoded = outcomes.filter(({ ok }) => ok).length
process.stdout.write(JSON.stringify({ decoded, grownMegabytes: peakMegabytes() - before }))
