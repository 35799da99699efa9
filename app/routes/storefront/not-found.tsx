import { data } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'

export const meta = () => pageMeta('Not found')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundPage />
}
