export default function Occasions() {
  return <h1>Occasions</h1>
}
