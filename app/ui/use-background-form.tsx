import { type FetcherFormProps, useFetcher } from 'react-router'

/**
 * A form that is submitted to a path of this site without a navigation, and the data being sent.
 * The server renders it as a plain element, because only the browser needs its handlers.
 */
export const useBackgroundForm = import.meta.env.SSR ? useNoFetcher : useFetcherForm

function useFetcherForm(key: string) {
  const { Form, formData } = useFetcher({ key })
  return { Form, sending: formData }
}

function useNoFetcher(_key: string): BackgroundForm {
  return { Form: ServerForm, sending: undefined }
}

function ServerForm({ action, className, children }: PlainProps) {
  return (
    <form method="post" action={action} className={className} data-discover="true">
      {children}
    </form>
  )
}

type PlainProps = { readonly method: 'post'; readonly action: string } & Pick<
  FetcherFormProps,
  'className' | 'children'
>

type BackgroundForm = { readonly Form: typeof ServerForm; readonly sending: FormData | undefined }
