import {
  type fitsModel,
  type SelfTestFinding,
  type SelfTestKind,
  selfTestKinds,
  selfTestTexts,
} from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Found } from './measure.ts';
import { readReport, storeReport } from './report-store.ts';
import { ResultsPanel } from './results-panel.tsx';
import {
  AutomaticTest,
  CameraTest,
  MotionTest,
  ScreenTest,
  VibrationTest,
} from './sensor-tests.tsx';
import { ColourTest, MultiTouchTest, TouchTest } from './touch-tests.tsx';

type Model = Parameters<typeof fitsModel>[1] | null;

/** The tests of a phone one after the other, then what was found, and its sending. */
export function SelfTestPage({
  token,
  productName,
  model,
}: {
  token: string;
  productName: string;
  model: Model;
}) {
  const [stored] = useState(() => readReport(token));
  const [findings, setFindings] = useState<readonly SelfTestFinding[]>(stored.findings);
  const [again, setAgain] = useState<SelfTestKind>();
  const next = again ?? selfTestKinds.find((kind) => findings.every(({ test }) => test !== kind));
  const record = (test: SelfTestKind, found: Found) => {
    const others = findings.filter((each) => each.test !== test);
    const all = [...others, { test, ...found }];
    const ordered = selfTestKinds.flatMap((kind) => all.filter((each) => each.test === kind));
    storeReport(token, { findings: ordered, queued: false });
    setFindings(ordered);
    setAgain(undefined);
  };
  return next ? (
    <Step
      key={next}
      test={next}
      model={model}
      onFound={(found) => record(next, found)}
      isFirst={findings.length === 0}
    />
  ) : (
    <ResultsPanel
      token={token}
      productName={productName}
      findings={findings}
      isQueued={stored.queued}
      onRepeat={setAgain}
    />
  );
}

/** One test: what it does, its start, and the way past it. */
function Step({
  test,
  model,
  isFirst,
  onFound,
}: {
  test: SelfTestKind;
  model: Model;
  isFirst: boolean;
  onFound: (found: Found) => void;
}) {
  const [isRunning, setRunning] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  const { label, how } = selfTestTexts[test];
  const position = selfTestKinds.indexOf(test) + 1;
  return (
    <section
      aria-labelledby="test"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <div>
        <p className="figures text-ink-soft text-sm">
          Test {position} of {selfTestKinds.length}
        </p>
        <h2 id="test" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {label}
        </h2>
        <p className="mt-2 text-ink-soft">{how}</p>
      </div>
      {isRunning ? (
        <Running test={test} model={model} onFound={onFound} />
      ) : startsAtOnce(test) ? (
        <Running test={test} model={model} onFound={onFound} />
      ) : (
        <Button size="large" onClick={() => setRunning(true)}>
          Start
        </Button>
      )}
      <Button variant="quiet" onClick={() => onFound({ outcome: 'skipped' })}>
        Skip this test
      </Button>
    </section>
  );
}

/** Whether a test has a button of its own to start. */
const startsAtOnce = (test: SelfTestKind): boolean =>
  !['touch', 'multi-touch', 'colours', 'rear-camera', 'front-camera'].includes(test);

function Running({
  test,
  model,
  onFound,
}: {
  test: SelfTestKind;
  model: Model;
  onFound: (found: Found) => void;
}) {
  switch (test) {
    case 'touch':
      return <TouchTest onFound={onFound} />;
    case 'multi-touch':
      return <MultiTouchTest onFound={onFound} />;
    case 'colours':
      return <ColourTest onFound={onFound} />;
    case 'rear-camera':
      return <CameraTest facing="environment" onFound={onFound} />;
    case 'front-camera':
      return <CameraTest facing="user" onFound={onFound} />;
    case 'vibration':
      return <VibrationTest onFound={onFound} />;
    case 'motion':
      return <MotionTest onFound={onFound} />;
    case 'screen':
      return <ScreenTest model={model} onFound={onFound} />;
    default:
      return <AutomaticTest test={test} onFound={onFound} />;
  }
}
