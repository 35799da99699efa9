export default function DepositSuccess() {
  return <h1>DepositSuccess</h1>
}
