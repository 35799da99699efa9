import type { Environment } from '#server/settings/given.ts'

const SECRETS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'SESSION_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
]
const WITH_PASSWORD = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL']

/** Shorter ones are words that the line itself may need, and no message contains them on its own. */
const MIN_LENGTH = 8

/** A line of output in which no secret of the settings is left, whatever an error message said. */
export function withoutSecrets(line: string, env: Environment): string {
  const urls = WITH_PASSWORD.flatMap((name) => (env[name] ?? '').split(','))
  const passwords = urls.flatMap((url) => passwordIn(url.trim()))
  const secrets = [...SECRETS.map((name) => env[name]?.trim() ?? ''), ...passwords]
  return secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .reduce((text, secret) => text.replaceAll(secret, '…'), line)
}

function passwordIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { password } = new URL(url)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
