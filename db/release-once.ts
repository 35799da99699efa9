import type pg from 'pg'

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  /** Missing if the pool has ended. */
  release?: (destroy?: Error | boolean) => void,
) => void

/**
 * The same pool, for a package that may release a connection twice when it breaks during setup: the
 * second release does nothing, while `pg` would throw. Applies to connections passed to a callback.
 */
export function releasingOnce(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  const connectOnce = (callback?: Connected) => {
    if (!callback) return connect()
    return connect((error, client, release) => {
      if (!release) return callback(error, client)
      let isReleased = false
      callback(error, client, (destroy) => {
        if (isReleased) return
        isReleased = true
        release(destroy)
      })
    })
  }
  pool.connect = connectOnce as typeof pool.connect
  return pool
}
