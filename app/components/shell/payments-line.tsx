/** Shown on every page while no money is charged. */
export function PaymentsLine() {
  return (
    <aside
      aria-label="About payments"
      className="bg-sand px-4 py-1.5 text-center text-xs text-soft"
    >
      Demo shop: no real money is charged.
    </aside>
  )
}
