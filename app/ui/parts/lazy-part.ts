import { type ComponentType, lazy } from 'react'

/**
 * A part of many pages whose script loads separately. Without it the part is missing, but the rest
 * of the page works. Firefox stops loading it as soon as somebody leaves the page: it stays as the
 * server sent it until the next page has arrived.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) {
  return lazy<ComponentType<Props>>(async () => {
    const module = await load().catch(
      // Long enough for the next page.
      () => new Promise<undefined>((resolve) => setTimeout(resolve, 5000)),
    )
    return { default: module?.[name] ?? (() => null) }
  })
}
