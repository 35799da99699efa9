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

/** Shorter secrets can be ordinary words of the line, and no error message contains them alone. */
const MIN_LENGTH = 8

/** Removes every secret of the settings from a line of output, whatever an error message said. */
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
