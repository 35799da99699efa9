import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'

type UploadProblemProps = {
  sentence: string
  isSignedOut: boolean
  children?: ReactNode
}

/** Why a photo was not uploaded, beside the photo; the file stays selected for a retry. */
export function UploadProblem({ sentence, isSignedOut, children }: UploadProblemProps) {
  return (
    <Notice kind="error">
      <p>{sentence}</p>
      {isSignedOut && (
        <p>
          <a href={href('/auth')} target="_blank" rel="noreferrer" className="text-link">
            Sign in in a new tab
          </a>
          , then come back and try again. Your photo is still here.
        </p>
      )}
      {children}
    </Notice>
  )
}
