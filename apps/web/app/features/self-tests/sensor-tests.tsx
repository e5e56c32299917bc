import { fitsModel, type SelfTestKind } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { automaticTests, measureScreen, mediaProblem } from './measure.ts';
import type { TestProps } from './touch-tests.tsx';

/** What a camera sees; the user says whether it is right. Nothing is recorded. */
export function CameraTest({ facing, onFound }: TestProps & { facing: 'user' | 'environment' }) {
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isClosed = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      if (!navigator.mediaDevices?.getUserMedia) {
        found.current({ outcome: 'unsupported' });
        return;
      }
      try {
        const wanted = { facingMode: { ideal: facing }, width: { ideal: 1920 } };
        stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
        if (isClosed) return stop();
        if (video.current) video.current.srcObject = stream;
      } catch (error) {
        if (!isClosed) found.current(mediaProblem(error));
      }
    };
    open();
    return () => {
      isClosed = true;
      stop();
    };
  }, [facing]);
  const values = size ? { values: size } : {};
  return (
    <div className="grid gap-3">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="What the camera sees"
        className="aspect-4/3 w-full rounded-lg bg-sunken object-contain"
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
          setSize({ width, height })
        }
      />
      <p role="status" className="text-sm">
        {size ? 'Is the picture sharp, bright and without stains?' : 'Opening the camera …'}
      </p>
      <Button disabled={!size} onClick={() => onFound({ outcome: 'passed', ...values })}>
        Yes, it is fine
      </Button>
      <Button
        variant="outline"
        disabled={!size}
        onClick={() => onFound({ outcome: 'failed', ...values })}
      >
        No
      </Button>
    </div>
  );
}

/** Vibrates and asks. */
export function VibrationTest({ onFound }: TestProps) {
  const [wasStarted, setStarted] = useState(false);
  const start = () => {
    if (!navigator.vibrate?.([200, 150, 200, 150, 200])) onFound({ outcome: 'unsupported' });
    else setStarted(true);
  };
  if (!wasStarted) return <Button onClick={start}>Vibrate</Button>;
  return (
    <div className="grid gap-3">
      <p>Did you feel it vibrate three times?</p>
      <Button onClick={() => onFound({ outcome: 'passed' })}>Yes</Button>
      <Button variant="outline" onClick={() => onFound({ outcome: 'failed' })}>
        No
      </Button>
      <Button variant="quiet" onClick={start}>
        Once more
      </Button>
    </div>
  );
}

/** Degrees by which the phone is to be turned. */
const enoughDegrees = 40;
/** iOS asks before it tells of the orientation. */
interface WithPermission {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

/** Waits until the sensors have noticed a turn. */
export function MotionTest({ onFound }: TestProps) {
  const [turned, setTurned] = useState<number>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const start = async () => {
    if (!('DeviceOrientationEvent' in globalThis)) return onFound({ outcome: 'unsupported' });
    const ask = (DeviceOrientationEvent as unknown as WithPermission).requestPermission;
    const answer = await ask?.call(DeviceOrientationEvent).catch(() => 'denied' as const);
    if (answer === 'denied') return onFound({ outcome: 'denied' });
    setTurned(0);
    let first: { beta: number; gamma: number } | undefined;
    const listen = ({ beta, gamma }: DeviceOrientationEvent) => {
      if (beta === null || gamma === null) return;
      first ??= { beta, gamma };
      const degrees = Math.round(Math.hypot(beta - first.beta, gamma - first.gamma));
      setTurned((before = 0) => Math.max(before, degrees));
      if (degrees < enoughDegrees) return;
      stop.current?.();
      onFound({ outcome: 'passed' });
    };
    addEventListener('deviceorientation', listen);
    stop.current = () => removeEventListener('deviceorientation', listen);
  };
  if (turned === undefined) return <Button onClick={start}>Start</Button>;
  return (
    <div className="grid gap-3">
      <p role="status">Turn the phone: {Math.min(turned, enoughDegrees)} of 40 degrees.</p>
      <Button variant="outline" onClick={() => onFound({ outcome: 'failed' })}>
        Nothing changes
      </Button>
    </div>
  );
}

/** Compares the screen with that of the model. */
export function ScreenTest({
  model,
  onFound,
}: TestProps & { model: Parameters<typeof fitsModel>[1] | null }) {
  const measure = () => {
    const values = measureScreen();
    const fits = model ? fitsModel(values, model) : undefined;
    onFound({ outcome: fits === false ? 'failed' : 'passed', values });
  };
  return <Button onClick={measure}>Check</Button>;
}

/** A test that measures by itself. */
export function AutomaticTest({ test, onFound }: TestProps & { test: SelfTestKind }) {
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    onFound((await automaticTests[test]?.()) ?? { outcome: 'unsupported' });
  };
  return (
    <Button pending={pending} pendingLabel="Checking" onClick={run}>
      {test === 'sound' ? 'Play the tone' : 'Check'}
    </Button>
  );
}
