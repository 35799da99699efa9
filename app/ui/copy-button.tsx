import { useState } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { showToast } from './toast-list.ts'

/** Copies a text; nothing without a script. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(text)) return setCopied(true)
    const sentence = 'Your browser did not allow copying. Please select the text and copy it.'
    showToast({ type: 'error', text: sentence }, 'not-copied')
  }
  if (!useHydrated()) return null
  return (
    <Button type="button" kind="secondary" size="small" onClick={() => void copy()}>
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
