export default function MyLikes() {
  return <h1>MyLikes</h1>
}
