import { type FunctionComponent, lazy, useEffect } from 'react'

/**
 * A part that loads when it is opened. If its script does not arrive, it shows nothing and calls
 * `onMissing` once: the page offers what it has without scripts.
 */
export function openedPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent<Props>>>>,
  name: Name,
) {
  return lazy<FunctionComponent<Props & { readonly onMissing: () => void }>>(async () => {
    const module = await load().catch(() => null)
    return { default: module?.[name] ?? Missing }
  })
}

function Missing({ onMissing }: { readonly onMissing: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(onMissing, [])
  return null
}
