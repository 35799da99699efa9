export default function Sizes() {
  return <h1>Sizes</h1>
}
