import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** nftables needs root. */
export const canDropPackets = process.getuid?.() === 0

/** Rules without this process would otherwise stay: each port is forgotten after this time. */
const MAX_SECONDS = 300

/**
 * Drops every packet to and from these ports of this machine until `restore`, as if the machine
 * that has them had lost its network: nothing is refused or closed, and nothing answers.
 */
export function dropPackets(ports: readonly number[]): { restore(): void } {
  const table = `inet hemline_cluster_${process.pid}`
  const elements = ports.map((port) => `${port} timeout ${MAX_SECONDS}s`).join(', ')
  nft(`
    table ${table} {
      set ports { type inet_service; flags timeout; elements = { ${elements} } }
      chain incoming {
        type filter hook input priority 0;
        tcp dport @ports drop
        tcp sport @ports drop
      }
    }`)
  let isDropping = true
  const restore = () => {
    if (isDropping) nft(`delete table ${table}`)
    isDropping = false
  }
  onTestFinished(restore)
  return { restore }
}

function nft(commands: string): void {
  execFileSync('nft', ['-f', '-'], { input: commands, stdio: ['pipe', 'pipe', 'inherit'] })
}
