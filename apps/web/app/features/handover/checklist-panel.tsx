import { inspectionSteps } from '@redial/contract';
import { useState } from 'react';
import { Choice } from '../../ui/choice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { readStored, store } from './offline.ts';

/** The inspection at the meeting; what is ticked stays on this device. */
export function ChecklistPanel({ orderId }: { orderId: string }) {
  const [ticked, setTicked] = useState<readonly string[]>(() => readStored(orderId)?.ticked ?? []);
  const toggle = (key: string) => {
    const next = ticked.includes(key) ? ticked.filter((other) => other !== key) : [...ticked, key];
    setTicked(next);
    store(orderId, { ticked: next });
  };
  return (
    <Panel title="Inspect the phone">
      <p role="status" className="mb-2 text-ink-soft text-sm">
        {ticked.length} of {inspectionSteps.length} done
      </p>
      {inspectionSteps.map(({ key, label, how }) => (
        <Choice
          key={key}
          type="checkbox"
          checked={ticked.includes(key)}
          onChange={() => toggle(key)}
          label={
            <>
              <strong className="block">{label}</strong>
              <span className="text-ink-soft">{how}</span>
            </>
          }
        />
      ))}
    </Panel>
  );
}
