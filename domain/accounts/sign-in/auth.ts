import { betterAuth } from 'better-auth'
import type { DbOrTx } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { keyFor } from './keys.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { sessionExpiry } from './sessions.ts'
import { RESET_LINK_HOURS, SESSION_DAYS } from './time-limits.ts'

const DAY_SECONDS = 86_400

/** Callbacks for emails that better-auth sends; the caller queues them in its transaction. */
type Mailed = {
  readonly reset?: (whose: { readonly id: string; readonly name: string }, token: string) => void
}

/** Access to passwords and sessions. */
export type Auth = {
  /** The secret from which every key is derived (keys.ts); the same in every process. */
  readonly secret: string
  /** better-auth on this connection or transaction, as of this instant. Cheap to create. */
  readonly over: (db: DbOrTx, now: Date, mailed?: Mailed) => ReturnType<typeof authFor>
}

export function createAuth({ secret }: { readonly secret: string }): Auth {
  return { secret, over: (db, now, mailed = {}) => authFor(db, secret, now, mailed) }
}

/**
 * Created per call, so that its writes commit together with the emails they cause. Our routes call
 * its API; its HTTP handler, cookies, limits and addresses are not used. It does not know the
 * columns of roles, so no request can set them through it.
 */
function authFor(db: DbOrTx, secret: string, now: Date, mailed: Mailed) {
  return betterAuth({
    database: { db, type: 'postgres' },
    secret: keyFor(secret, 'better-auth').export().toString('base64url'),
    baseURL: 'http://unused.invalid',
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: newId, validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    emailAndPassword: {
      enabled: true,
      // Our own limits count characters (passwords.ts); these only bound the work.
      minPasswordLength: 1,
      maxPasswordLength: 512,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_LINK_HOURS * 3600,
      sendResetPassword: async ({ user, token }) => mailed.reset?.(user, token),
    },
    databaseHooks: {
      user: {
        create: { before: async (user) => ({ data: { ...user, createdAt: now, updatedAt: now } }) },
      },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, createdAt: now, updatedAt: now, expiresAt: sessionExpiry(now) },
          }),
        },
      },
      verification: {
        create: {
          before: async (link) => {
            const lifeMs = link.expiresAt.getTime() - link.createdAt.getTime()
            return { data: { ...link, expiresAt: new Date(now.getTime() + lifeMs) } }
          },
        },
      },
    },
    user: {
      modelName: 'user_profiles',
      fields: {
        name: 'full_name',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'auth_sessions',
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      // A copy of the database must not hold links that set passwords.
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
  })
}
