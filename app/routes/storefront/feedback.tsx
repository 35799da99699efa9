export default function Feedback() {
  return <h1>Feedback</h1>
}
