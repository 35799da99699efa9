import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type ConnectionTarget, createPool } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { databaseIn } from './database-url.ts'

/** For one test: a database without tables; owned by a new role, if one is named. */
export async function emptyDatabase(owner?: string) {
  const { admin } = inject('postgres')
  const name = `hemline_restored_${newId().slice(-12)}`
  const maker = new pg.Client({ ...admin })
  await maker.connect()
  if (owner) await maker.query(`create role ${owner} login password '${owner}'`)
  await maker.query(`create database "${name}"${owner ? ` owner ${owner}` : ''}`)
  const target = owner ? asRole(databaseIn(admin, name), owner) : databaseIn(admin, name)
  const pool = createPool(target, { max: 2, limited: false })
  onTestFinished(async () => {
    await pool.end()
    await maker.query(`drop database "${name}" with (force)`)
    if (owner) await maker.query(`drop role ${owner}`)
    await maker.end()
  })
  return { pool, target }
}

function asRole(target: ConnectionTarget, role: string): ConnectionTarget {
  if (!('connectionString' in target)) return { ...target, user: role, password: role }
  const url = new URL(target.connectionString)
  url.username = role
  url.password = role
  return { connectionString: url.href }
}
