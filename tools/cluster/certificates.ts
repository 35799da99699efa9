import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseUser } from '#db/embedded/database-user.ts'
import { selfSigned } from '#test/self-signed.ts'

/** Template values: the files of a self-signed certificate for this machine. */
export type Certificate = Readonly<Record<'CERTIFICATE' | 'KEY' | 'CA', string>>

/** Only this user may read the key. Patroni connects to its own machine as localhost. */
export function makeCertificate(folder: string, name: string, user: DatabaseUser): Certificate {
  const { key, cert } = selfSigned('127.0.0.1', 'localhost')
  const [certificate, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  writeFileSync(certificate, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(keyFile, user.uid, user.gid)
  return { CERTIFICATE: certificate, KEY: keyFile, CA: certificate }
}
