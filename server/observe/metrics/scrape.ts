import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

/** All metrics; without a database, those that are known. */
export type Scrape = {
  /** In the text format of Prometheus. */
  readonly text: () => Promise<string>
  readonly readings: () => Promise<readonly MetricReading[]>
}

export type MetricReading = MetricObjectWithValues<MetricValue<string>>

/** Merges the readings of several processes into one text in the format of Prometheus. */
export async function textOfAll(processes: readonly (readonly MetricReading[])[]): Promise<string> {
  return await AggregatorRegistry.aggregate(processes.map((read) => [...read])).metrics()
}
