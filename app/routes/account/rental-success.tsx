export default function RentalSuccess() {
  return <h1>RentalSuccess</h1>
}
