import { redirect } from 'react-router'

export function loader() {
  return redirect('/admin/integrity', 301)
}
