import { existsSync, readFileSync } from 'node:fs'
import { reencode } from '#gateways/images/reencode.ts'

// Decodes the given files, all at once, in a process of its own, and prints how many succeeded and
// how much the process grew at most: node decode-files.ts <small> <file>…

const portrait = { aspect: [1 / 2, 1 / 2], width: 1280, height: 2560 } as const

/** Linux counts what the process that started this one had at its peak in `maxRSS`, not in `VmHWM`. */
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
