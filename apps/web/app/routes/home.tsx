export default function Page() {
  return <h1 className="page py-20">home</h1>;
}
