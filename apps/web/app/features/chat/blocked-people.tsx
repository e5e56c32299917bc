import { type listBlocks, type ResponseOf, unblockPerson } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';

type Block = ResponseOf<typeof listBlocks>[number];

/** The people whom the user has blocked. */
export function BlockedPeople({ blocks }: { blocks: readonly Block[] }) {
  if (blocks.length === 0) return null;
  return (
    <section aria-labelledby="blocked" className="mt-10">
      <h2 id="blocked" className="mb-3 text-lg">
        Blocked
      </h2>
      <ul className="grid grid-cols-1 gap-2">
        {blocks.map((block) => (
          <Entry key={block._id} block={block} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ block: { _id: id, name } }: { block: Block }) {
  const { mutate, pending } = useMutation();
  return (
    <li className="flex items-center justify-between gap-4 rounded-lg border border-line bg-surface px-5 py-2.5">
      <bdi className="wrap-anywhere min-w-0">{name}</bdi>
      <Button
        variant="outline"
        size="small"
        aria-label={`Unblock ${name}`}
        pending={pending}
        onClick={() => mutate(call(unblockPerson, { params: { id } }), `${name} is unblocked`)}
      >
        Unblock
      </Button>
    </li>
  );
}
