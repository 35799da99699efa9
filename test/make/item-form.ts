import { photo } from './photo.ts'

/** The form of an item, filled in. */
export function itemForm(more: Readonly<Record<string, string | File | readonly File[]>> = {}) {
  return {
    intent: 'save',
    title: 'Silk gown',
    size: 'M',
    style: 'Formal',
    event_type: 'Wedding',
    credits_per_week: '10',
    image_id: photo(),
    ...more,
  }
}
