import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

type TypedWords = {
  readonly field: RefObject<HTMLInputElement | null>
  /** Says that the words in the field are those of the next address. */
  readonly send: () => void
}

/** A field of words that follows the address; what was typed and not sent stays. */
export function useTypedWords(address: string, words: string): TypedWords {
  const field = useRef<HTMLInputElement>(null)
  const known = useRef(words)
  const follow = useEffectEvent(() => {
    if (field.current?.value === known.current) field.current.value = words
    known.current = words
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new address
  useEffect(() => follow(), [address])
  return {
    field,
    send: () => {
      known.current = field.current?.value ?? ''
    },
  }
}
