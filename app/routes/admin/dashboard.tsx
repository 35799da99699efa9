import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { pageMeta } from '#app/components/page-meta.ts'

export const meta = () => pageMeta('Admin')

export default function Dashboard() {
  return (
    <AdminFrame title="Admin">
      <p className="mt-5 text-lg text-soft">
        Applications, items and rentals wait for you behind their tabs.
      </p>
    </AdminFrame>
  )
}
