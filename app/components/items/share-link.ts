import { copyText } from '#app/ui/copy-text.ts'

type Link = {
  readonly title: string
  /** With its origin. */
  readonly url: string
}

/** What browsers have for it, some of them only in part. */
type Sharing = {
  readonly share?: (link: Link) => Promise<void>
  readonly canShare?: (link: Link) => boolean
  readonly clipboard?: Pick<Clipboard, 'writeText'>
}

/** 'offered' when the person has seen the browser's own menu for sharing, whatever they chose. */
export type Shared = 'offered' | 'copied' | 'refused'

/** Opens the browser's menu for sharing; copies the address where there is none. */
export async function shareLink(link: Link, sharing: Sharing = navigator): Promise<Shared> {
  if (await offersMenu(link, sharing)) return 'offered'
  return (await copyText(link.url, sharing)) ? 'copied' : 'refused'
}

/** The person has closed the menu; a second click came while it was open. */
const MENU_WAS_OPEN = ['AbortError', 'InvalidStateError']

async function offersMenu(link: Link, sharing: Sharing): Promise<boolean> {
  if (!sharing.share || sharing.canShare?.(link) === false) return false
  try {
    await sharing.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && MENU_WAS_OPEN.includes(error.name)
  }
}
