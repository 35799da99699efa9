export default function CreditsSuccess() {
  return <h1>CreditsSuccess</h1>
}
