export default function DevMail() {
  return <h1>Mail</h1>
}
