import type { Page } from 'playwright-core'

/** What a page shows, and what can be clicked on it. */
export interface Shown {
  readonly path: string
  /** All visible text, without blanks and random ids. */
  readonly text: string
  /** The first control that has not been clicked; undefined after the last one. */
  readonly next: string | undefined
}

export interface Click {
  /** Undefined to click nothing. */
  readonly control: string | undefined
  /** The controls that need no other click. */
  readonly clicked: readonly string[]
  /** Controls of the same name on the pages of other routes are others. */
  readonly route: string
}

/**
 * Clicks a control and waits until the page is idle. Null if the browser leaves the document.
 * Buttons, fields and links to other states of the page are controls. A form with empty fields is
 * submitted as it is, and then filled in.
 */
export async function click(page: Page, given: Click): Promise<Shown | null> {
  try {
    return await page.evaluate(clickInPage, given)
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    // The next document may lead on to another one.
    await page.waitForLoadState('networkidle')
    return null
  }
}

async function clickInPage({ control, clicked, route }: Click): Promise<Shown> {
  const known = new Set(clicked)
  const endsTheWalk = /sign out|delete my account|download|export/i

  const nameOf = (element: HTMLElement) => {
    const kind = [element.tagName, element.getAttribute('type'), element.getAttribute('name')]
    const text = element.ariaLabel ?? element.textContent
    const words = text.replaceAll(/\d+/g, '0').replaceAll(/,? new messages/gi, '')
    const place = element.closest('main') ? route : 'frame'
    return [place, ...kind, words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)].join(' ')
  }
  const emptyFields = (element: HTMLElement) => {
    const form = element instanceof HTMLButtonElement && element.type === 'submit' && element.form
    return [...(form ? form.elements : [])].filter(
      (field): field is HTMLInputElement | HTMLTextAreaElement =>
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.matches('textarea, [type=text], [type=number], :not([type])') &&
        field.value === '' &&
        field.checkVisibility(),
    )
  }
  const leadsElsewhere = (element: HTMLElement) =>
    element instanceof HTMLAnchorElement &&
    (element.pathname !== window.location.pathname ||
      element.search === window.location.search ||
      element.target === '_blank')
  const firstUnclicked = () => {
    const within = document.querySelector('dialog:modal') ?? document.body
    const controls = within.querySelectorAll<HTMLElement>(
      'button, summary, select, [type=checkbox], [type=radio], a[href]',
    )
    for (const element of controls) {
      if (!element.checkVisibility() || element.matches(':disabled')) continue
      const name = nameOf(element)
      if (endsTheWalk.test(name) || leadsElsewhere(element)) continue
      if (!known.has(name)) return { element, name, fields: [] }
      const [again, fields] = [`${name}, filled in`, emptyFields(element)]
      if (fields.length > 0 && !known.has(again)) return { element, name: again, fields }
    }
    return undefined
  }
  const isBusy = () => {
    const router = window.__reactRouterDataRouter?.state
    const parts = [router?.navigation, ...(router?.fetchers.values() ?? [])]
    return (
      parts.some((part) => part?.state !== 'idle') ||
      router?.revalidation !== 'idle' ||
      document.querySelector('.progress-line') !== null
    )
  }
  const isIdle = async () => {
    for (let calm = 0; calm < 3; calm++) {
      await new Promise((later) => setTimeout(later, 8))
      if (isBusy()) calm = 0
    }
  }

  let leaves = false
  const note = ({ destination }: NavigateEvent) => {
    leaves ||= !destination.sameDocument
  }
  window.navigation.addEventListener('navigate', note)
  const found = firstUnclicked()
  if (found && found.name === control) {
    const { element, name, fields } = found
    known.add(name)
    if (element instanceof HTMLButtonElement && element.form) element.form.noValidate = true
    for (const field of fields) {
      field.focus()
      document.execCommand('insertText', false, '12')
    }
    if (element instanceof HTMLSelectElement) {
      element.selectedIndex = (element.selectedIndex + 1) % element.length
      element.dispatchEvent(new Event('change', { bubbles: true }))
    } else (element.querySelector<HTMLElement>('font font') ?? element).click()
  }
  await isIdle()
  // The next document ends this script.
  if (leaves) await new Promise(() => {})
  const dialog = document.querySelector<HTMLDialogElement>('dialog:modal')
  if (dialog && !firstUnclicked()) {
    dialog.close()
    await isIdle()
  }
  window.navigation.removeEventListener('navigate', note)
  // Without the title that screen readers hear once a script has changed the page.
  const texts = [...document.body.children].map((part) =>
    part instanceof HTMLElement && part.role !== 'status' && part.checkVisibility()
      ? part.innerText
      : '',
  )
  return {
    path: window.location.pathname,
    text: texts
      .join('')
      .replaceAll(window.location.origin, '')
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\s|New messages/g, ''),
    next: firstUnclicked()?.name,
  }
}
