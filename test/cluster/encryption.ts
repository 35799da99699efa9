import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect } from 'vitest'
import { type Cluster, untilTrue } from './cluster.ts'

/** Every connection to a server of PostgreSQL from outside of it, with those of replicas. */
const UNENCRYPTED = `
  select datname, usename, application_name from pg_stat_ssl join pg_stat_activity using (pid)
    where client_addr is not null and not ssl`

/** Nothing passes a network in plain text, and a server with the certificate of somebody else is refused. */
export async function expectEncryption(cluster: Cluster): Promise<void> {
  const { certificates, shopAt, nodes } = cluster
  const trusting = (certificate: { readonly CA: string }) => ({ ca: readFileSync(certificate.CA) })
  for (const server of [shopAt.primary, shopAt.pooler]) {
    expect(await answerOf({ ...server, ssl: trusting(certificates.own) })).toBe('connected')
    expect(await answerOf({ ...server, ssl: trusting(certificates.other) })).toMatch(/certificate/)
    expect(await answerOf(server)).toMatch(/no encryption|SSL required/)
  }
  const mistrusting = await cluster.mistrustingPooler()
  const throughIt = { ...mistrusting, ssl: trusting(certificates.own) }
  await untilTrue('the other pooler is open', async () => {
    return !(await answerOf(throughIt)).includes('ECONNREFUSED')
  })
  expect(await answerOf(throughIt)).toMatch(/server|query_wait_timeout/)
  for (const { superuser } of nodes) expect(await rowsOf(superuser, UNENCRYPTED)).toEqual([])
}

async function answerOf(server: pg.ClientConfig): Promise<string> {
  try {
    await rowsOf(server, 'select 1')
    return 'connected'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function rowsOf(server: pg.ClientConfig, query: string): Promise<unknown[]> {
  const client = new pg.Client(server)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
