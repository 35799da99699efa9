import { useEffect, useRef } from 'react'
import { href, useRevalidator } from 'react-router'

const ACTIVE_POLL_MS = 10_000
const IDLE_POLL_MS = 60_000
/** After this time without a change, the page polls less often. */
const ACTIVE_MS = 5 * 60_000

type OpenPage = {
  readonly conversationId: string | null
  /** What the page shows now (`messagesVersion`). */
  readonly version: string
  /** The last message on the page, if this side has not read it. */
  readonly unreadId: string | null
}

/**
 * Keeps an open page current while it is visible: polls for changes every 10 seconds, later every
 * minute, and reloads the page's data if there are any. It never leaves the page, so typed text
 * stays even when the session has ended. Visible messages count as read.
 */
export function useOpenPage({ conversationId, version, unreadId }: OpenPage): void {
  const { revalidate } = useRevalidator()
  const shown = useRef(version)
  const changedAt = useRef(0)
  useEffect(() => {
    if (shown.current !== version) changedAt.current = Date.now()
    shown.current = version
  }, [version])

  useEffect(() => {
    const query = conversationId ? `?${new URLSearchParams({ conversation: conversationId })}` : ''
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    changedAt.current = Date.now()
    const ask = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        const now = await currentVersion(query, leaving.signal)
        if (leaving.signal.aborted || now === 'signed-out') return
        if (now !== null && now !== shown.current) await revalidate()
      }
      const isActive = Date.now() - changedAt.current < ACTIVE_MS
      timer = setTimeout(ask, isActive ? ACTIVE_POLL_MS : IDLE_POLL_MS)
    }
    const askIfVisible = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    timer = setTimeout(ask, ACTIVE_POLL_MS)
    document.addEventListener('visibilitychange', askIfVisible)
    window.addEventListener('online', askIfVisible)
    return () => {
      leaving.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', askIfVisible)
      window.removeEventListener('online', askIfVisible)
    }
  }, [conversationId, revalidate])

  useEffect(() => {
    if (!conversationId || !unreadId) return
    const leaving = new AbortController()
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', read)
      if (await postRead({ conversationId, unreadId }, leaving.signal)) await revalidate()
    }
    document.addEventListener('visibilitychange', read)
    void read()
    return () => {
      leaving.abort()
      document.removeEventListener('visibilitychange', read)
    }
  }, [conversationId, unreadId, revalidate])
}

/** Null when the server could not be asked. */
async function currentVersion(query: string, signal: AbortSignal): Promise<string | null> {
  try {
    const address = `${href('/messages/state')}${query}`
    // A redirect leads to sign-in, which would replace this page.
    const answer = await fetch(address, { redirect: 'manual', signal })
    if (answer.type === 'opaqueredirect') return 'signed-out'
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

async function postRead(
  { conversationId, unreadId }: { readonly conversationId: string; readonly unreadId: string },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const body = new URLSearchParams({ conversation: conversationId, seen: unreadId })
    const address = href('/messages/state')
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual', signal })
    return answer.ok
  } catch {
    return false
  }
}
