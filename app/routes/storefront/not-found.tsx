import { data } from 'react-router'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'

export const meta = () => pageMeta('Not found')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundPage />
}
