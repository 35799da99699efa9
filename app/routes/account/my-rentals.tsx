export default function MyRentals() {
  return <h1>MyRentals</h1>
}
