import { type RefObject, useLayoutEffect } from 'react'
import { setUnsaved, unsavedForms } from './unsaved.ts'

/** Marks the form as soon as something is typed in it, until it is submitted or removed. */
export function useUnsavedWork(form: RefObject<HTMLFormElement | null>, watched: boolean): void {
  // Before it is painted: the first key pressed counts.
  useLayoutEffect(() => {
    const element = form.current
    if (!element || !watched) return
    const mark = ({ target }: Event) => {
      // Such a field loses nothing when its page is left.
      if (target instanceof Element && target.closest('[data-stays]')) return
      const { forms } = unsavedForms()
      if (!forms.has(element)) setUnsaved([...forms, element])
    }
    const forget = () => {
      const { forms } = unsavedForms()
      if (forms.has(element)) setUnsaved([...forms].filter((other) => other !== element))
    }
    const dialog = element.closest('dialog')
    const stopLeaving = dialog ? askBeforeClosing(dialog, element) : null
    element.addEventListener('input', mark)
    element.addEventListener('submit', forget)
    return () => {
      element.removeEventListener('input', mark)
      element.removeEventListener('submit', forget)
      stopLeaving?.()
      forget()
    }
  }, [form, watched])
}

/** Escape, a click outside it and its × all ask first. */
function askBeforeClosing(dialog: HTMLDialogElement, form: HTMLFormElement): () => void {
  const ask = (event: Event) => {
    const closes =
      // A file chooser that is closed sends the same event.
      (event.type === 'cancel' && event.target === dialog) ||
      (event.target instanceof HTMLFormElement && event.target.method === 'dialog')
    const { forms, closing } = unsavedForms()
    if (!closes || event.target === closing || !forms.has(form)) return
    event.preventDefault()
    setUnsaved(forms, dialog)
  }
  dialog.addEventListener('cancel', ask)
  dialog.addEventListener('submit', ask, true)
  return () => {
    dialog.removeEventListener('cancel', ask)
    dialog.removeEventListener('submit', ask, true)
  }
}
