import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect } from 'vitest'
import { type Cluster, untilTrue } from './cluster.ts'
import { secureRequest } from './secure-request.ts'

/** Unencrypted network connections to PostgreSQL, including those of replicas. */
const UNENCRYPTED = `
  select datname, usename, application_name from pg_stat_ssl join pg_stat_activity using (pid)
    where client_addr is not null and not ssl`

/** Expects encrypted connections only, and refusal of servers with another certificate. */
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
  await expectProtectedElections(cluster)
}

/** Expects TLS for etcd and Patroni, and that only parts of the cluster may influence elections. */
async function expectProtectedElections({ certificates, etcd, nodes }: Cluster): Promise<void> {
  const { own, other } = certificates
  const stranger = { ...other, CA: own.CA }
  const refused = /certificate|unknown ca|EPROTO|ECONNRESET|socket hang up/
  for (const { port } of etcd) {
    const leader = { port, path: '/v2/keys/service/hemline/leader' }
    expect(await secureRequest(leader, own)).toContain('hemline/leader')
    for (const shown of [{ CA: own.CA }, stranger, other])
      await expect(secureRequest(leader, shown)).rejects.toThrow(refused)
  }
  for (const { restPort: port } of nodes) {
    const restart = { port, path: '/restart', method: 'DELETE' }
    // Allowed, but there is no restart to cancel.
    await expect(secureRequest(restart, own)).rejects.toThrow('/restart answers 404')
    await expect(secureRequest(restart, { CA: own.CA })).rejects.toThrow('/restart answers 403')
    await expect(secureRequest(restart, stranger)).rejects.toThrow(refused)
    await expect(secureRequest({ port, path: '/cluster' }, other)).rejects.toThrow(refused)
  }
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
