export default function MyCloset() {
  return <h1>My Closet</h1>
}
