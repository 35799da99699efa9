// The health check of the container: exits with 0 if the shop responds that it is healthy. Plain
// JavaScript without packages, because it runs every 30 seconds.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`

try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(8_000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
