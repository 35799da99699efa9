import { Form } from './form.tsx'
import type { Toast } from './toast-list.ts'

/** The button of a message that posts a form, such as Undo. */
export function PostedOffer({ offer }: { offer: NonNullable<Toast['link']> }) {
  return (
    <Form method="post" action={offer.to} preventScrollReset failed="Failed to undo">
      {Object.entries(offer.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="min-h-11 px-2 text-[0.9375rem] text-link">
        {offer.text}
      </button>
    </Form>
  )
}
