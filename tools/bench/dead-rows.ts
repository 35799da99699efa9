import { Client, type ClientConfig } from 'pg'

const SHOWN = 6

type Table = { name: string; dead: number; live: number; vacuums: number }

/** Prints the tables with the most dead rows, and how often autovacuum has processed them. */
export async function printDeadRows(target: ClientConfig): Promise<void> {
  const client = new Client(target)
  await client.connect()
  const { rows } = await client.query<Table>(
    `select relname as name, n_dead_tup::int as dead, n_live_tup::int as live,
       autovacuum_count::int as vacuums
     from pg_stat_user_tables order by n_dead_tup desc limit ${SHOWN}`,
  )
  await client.end()
  console.log('dead rows at the end:')
  for (const { name, dead, live, vacuums } of rows) {
    const [of, all] = [dead, live].map((count) => count.toLocaleString('en-US'))
    console.log(`  ${name}: ${of} beside ${all} live ones, vacuumed ${vacuums} times`)
  }
}
