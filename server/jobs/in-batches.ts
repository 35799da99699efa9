/** After this long a run starts no further batch; the next hour continues. */
const MAX_MINUTES = 20
const MAX_FAILURES = 3
const MAX_BATCHES = 200

/**
 * Repeats a job that handles a bounded number at a time until nothing is left to do. A failing
 * batch has completed its other entries, so the next one continues; the first failure is thrown at
 * the end.
 */
export async function inBatches(
  batch: () => Promise<number>,
  elapsedMs: () => number = stopwatch(),
): Promise<number> {
  const failures: unknown[] = []
  let all = 0
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    if (failures.length >= MAX_FAILURES || elapsedMs() >= MAX_MINUTES * 60_000) break
    try {
      const acted = await batch()
      if (acted === 0) break
      all += acted
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return all
}

function stopwatch(): () => number {
  const began = performance.now()
  return () => performance.now() - began
}
