import { useEffect, useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'

/**
 * Whether the page's form has its answer although the page is still loading: a refusal is shown
 * while the rest is reloaded, and can be corrected and sent again at once. A form that redirects
 * has no answer until the new page is loaded.
 */
export function useAnswered(): boolean {
  const { state } = useNavigation()
  const answer: unknown = useActionData()
  const before = useRef(answer)
  useEffect(() => {
    if (state !== 'loading') before.current = answer
  }, [state, answer])
  return state === 'loading' && answer !== before.current
}
