import {
  outcomeText,
  type SelfTestFinding,
  type SelfTestKind,
  selfTestTexts,
  valuesText,
} from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import type { Waiting } from '../../session/keep-sending.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { WaitingNote } from '../../ui/waiting-note.tsx';
import { sendReport } from './send-report.ts';

const tones = {
  passed: 'good',
  failed: 'bad',
  skipped: 'neutral',
  denied: 'neutral',
  unsupported: 'neutral',
} as const;

type Sending = 'no' | 'pending' | 'sent' | { readonly message: string } | Waiting;

/**
 * All results, each of which can be repeated, and their sending, now or with the next connection.
 *
 * @param isQueued whether they were to be sent before the page was reloaded.
 */
export function ResultsPanel({
  token,
  productName,
  findings,
  isQueued,
  onRepeat,
}: {
  token: string;
  productName: string;
  findings: readonly SelfTestFinding[];
  isQueued: boolean;
  onRepeat: (test: SelfTestKind) => void;
}) {
  const [sending, setSending] = useState<Sending>(isQueued ? 'pending' : 'no');
  const isActive = sending === 'pending' || (typeof sending === 'object' && 'seconds' in sending);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (!isActive) return;
    const { signal, abort } = abortable();
    sendReport(token, findings, { wasTried: isQueued, signal, onWaiting: setSending }).then(
      (message) => {
        if (!signal.aborted) setSending(message === null ? 'sent' : { message });
      },
    );
    return abort;
  }, [isActive, token, findings, isQueued]);
  const isOpen = sending === 'no' || (typeof sending === 'object' && 'message' in sending);
  return (
    <Panel title="What was found">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        All tests are done
      </h2>
      <ul className="grid divide-y divide-line">
        {findings.map((finding) => (
          <li key={finding.test} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-28">
              <span className="block font-semibold">{selfTestTexts[finding.test].label}</span>
              <span className="block text-ink-soft text-sm">{detailText(finding)}</span>
            </span>
            <span className="ml-auto flex flex-wrap items-center justify-end">
              <Badge tone={tones[finding.outcome]}>{outcomeText(finding)}</Badge>
              {isOpen && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Repeat: ${selfTestTexts[finding.test].label}`}
                  onClick={() => onRepeat(finding.test)}
                >
                  Repeat
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {sending === 'sent' ? (
        <p role="status" className="mt-5 font-semibold text-good">
          Sent. You can close this page; go on where you opened the link.
        </p>
      ) : typeof sending === 'object' && 'seconds' in sending ? (
        <div className="mt-5">
          <WaitingNote waiting={sending} texts={waitingTexts} />
        </div>
      ) : (
        <>
          <p className="mt-5 text-ink-soft text-sm">
            Only what you read here is sent, and nothing else of this phone. Redial signs it and
            binds it to {productName}.
          </p>
          <Button
            size="large"
            className="mt-4 w-full"
            pending={sending === 'pending'}
            pendingLabel="Sending"
            onClick={() => setSending('pending')}
          >
            Send the results
          </Button>
        </>
      )}
      <p role="alert" className="mt-3 text-bad text-sm empty:hidden">
        {typeof sending === 'object' && 'message' in sending ? sending.message : ''}
      </p>
    </Panel>
  );
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** What a test measured; or why the browser could not make it. */
const detailText = (finding: SelfTestFinding): string => {
  const { denied, unsupported } = selfTestTexts[finding.test];
  if (finding.outcome === 'denied') return denied ?? '';
  return finding.outcome === 'unsupported' ? unsupported : valuesText(finding);
};

const waitingTexts = {
  connection: 'The results are sent as soon as this phone is online.',
  server: 'This phone is online, but Redial cannot take the results yet.',
  meanwhile: 'The results stay on this phone until they have arrived.',
} as const;
