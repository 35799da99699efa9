export default function Forgot() {
  return <h1>Forgot</h1>
}
