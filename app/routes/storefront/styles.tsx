export default function Styles() {
  return <h1>Styles</h1>
}
