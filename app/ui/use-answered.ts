import { useEffect, useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'

/**
 * Whether the page's form has its answer although the page still loads: what was refused is shown
 * while the rest is read anew, and can be corrected and sent again at once. A form that leads to
 * another page has no answer until that page is there.
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
