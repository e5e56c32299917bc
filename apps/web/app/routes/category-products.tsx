export default function Page() {
  return <h1 className="page py-20">category products</h1>;
}
export const clientLoader = () => null;
