import { Gauge, Registry } from 'prom-client'
import type { MetricReading } from './scrape.ts'

export type WebProcessState = 'starting' | 'ready' | 'stopping'

/** How many web processes are in which state, as their manager sees them. */
export function webProcessGauge(): (
  states: readonly WebProcessState[],
) => Promise<readonly MetricReading[]> {
  const registry = new Registry()
  const gauge = new Gauge({
    name: 'hemline_web_processes',
    help: 'Web processes of this machine by state.',
    labelNames: ['state'],
    registers: [registry],
  })
  return async (states) => {
    for (const state of ['starting', 'ready', 'stopping'])
      gauge.set({ state }, states.filter((one) => one === state).length)
    return await registry.getMetricsAsJSON()
  }
}
