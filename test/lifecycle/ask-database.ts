import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The lines of the pid file of a project's running PostgreSQL. */
export function readPidFile(project: string): string[] {
  return readFileSync(join(project, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')
}

/** Queries the database of a running shop. */
export async function ask(project: string, question: string): Promise<unknown[]> {
  const [, , , port, host] = readPidFile(project)
  const client = new pg.Client({ host, port: Number(port), user: 'hemline', database: 'hemline' })
  await client.connect()
  const { rows } = await client.query(question)
  await client.end()
  return rows
}
