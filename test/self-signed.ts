import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate for these host names and IPv4 addresses, for servers and clients of a test. */
export function selfSigned(...hosts: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 86_400_000
  const name = sequence(set(sequence(COMMON_NAME, tagged(0x0c, Buffer.from(hosts[0] ?? 'test')))))
  const names = sequence(...hosts.map(nameOrAddress))
  const certified = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tagged(0x04, names)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', certified, privateKey)])
  const der = sequence(certified, ECDSA_WITH_SHA256, tagged(0x03, signature))
  // No empty line before the last one: OpenSSL refuses it.
  const lines = der.toString('base64').replaceAll(/.{64}(?!$)/g, (line) => `${line}\n`)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function nameOrAddress(host: string): Buffer {
  if (!isIPv4(host)) return tagged(0x82, Buffer.from(host))
  return tagged(0x87, Buffer.from(host.split('.').map(Number)))
}

function tagged(tag: number, content: Buffer): Buffer {
  const size = content.length
  const length =
    size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, Math.floor(size / 256), size % 256]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

const set = (part: Buffer) => tagged(0x31, part)
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

function utcTime(at: Date): Buffer {
  const text = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(text.slice(2)))
}
