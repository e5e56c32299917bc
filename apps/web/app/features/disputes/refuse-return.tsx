import { confirmReturn, disputeLimits } from '@redial/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { type ChosenPhoto, PhotoField } from './photo-field.tsx';

type Refusal = Pick<
  Parameters<typeof call<typeof confirmReturn>>[1]['body'],
  'problem' | 'missing'
>;

/** How a seller opens the dispute of an order again, instead of confirming the return. */
export function RefuseReturn({ orderId, disputePath }: { orderId: string; disputePath: string }) {
  const { mutate, pending } = useMutation();
  const navigate = useNavigate();
  const [wrong, setWrong] = useState('');
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [missing, setMissing] = useState('');
  const refuse = async (body: Refusal) => {
    const done = 'The dispute is open again';
    if (await mutate(call(confirmReturn, { params: { id: orderId }, body }), done))
      await navigate(disputePath);
  };
  return (
    <>
      <Refuse summary="Something is wrong with it">
        <TextArea
          label="What is wrong"
          rows={3}
          maxLength={disputeLimits.maxTextLength}
          value={wrong}
          onChange={(event) => setWrong(event.currentTarget.value)}
        />
        <PhotoField orderId={orderId} photos={photos} onChange={setPhotos} />
        <Button
          variant="danger"
          pending={pending}
          disabled={photos.length === 0 || !wrong.trim()}
          onClick={() => refuse({ problem: { text: wrong, photos: photos.map(({ id }) => id) } })}
        >
          Dispute the return
        </Button>
      </Refuse>
      <Refuse summary="It has not arrived">
        <TextArea
          label="What the carrier says"
          hint="Look at the tracking first. No money moves until the dispute is settled."
          rows={3}
          maxLength={disputeLimits.maxTextLength}
          value={missing}
          onChange={(event) => setMissing(event.currentTarget.value)}
        />
        <Button
          variant="danger"
          pending={pending}
          disabled={!missing.trim()}
          onClick={() => refuse({ missing: { text: missing } })}
        >
          Report that it has not arrived
        </Button>
      </Refuse>
    </>
  );
}

function Refuse({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold">
        {summary}
      </summary>
      <div className="mt-4">{children}</div>
    </details>
  );
}
