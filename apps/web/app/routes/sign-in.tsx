export default function Page() {
  return <h1 className="page py-20">sign in</h1>;
}
