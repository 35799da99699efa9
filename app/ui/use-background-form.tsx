import { type FetcherFormProps, useFetcher } from 'react-router'

/**
 * A form that is sent without a navigation, to a path of this site, and what it is sending. The
 * server renders it as the element that it becomes: its handlers are the browser's.
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
