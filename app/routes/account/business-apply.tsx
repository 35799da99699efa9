export default function BusinessApply() {
  return <h1>BusinessApply</h1>
}
