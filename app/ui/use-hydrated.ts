import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while taking over its page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
