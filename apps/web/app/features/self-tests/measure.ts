import type { SelfTestFinding, SelfTestKind } from '@redial/contract';

/** What a test found, without its name. */
export type Found = Omit<SelfTestFinding, 'test'>;

const round = (value: number, digits = 0): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;

/** The size of the screen in its own pixels. */
export function measureScreen(): { width: number; height: number; pixelRatio: number } {
  const { devicePixelRatio: ratio, screen } = globalThis;
  return {
    width: Math.round(screen.width * ratio),
    height: Math.round(screen.height * ratio),
    pixelRatio: round(ratio, 2),
  };
}

async function measureStorage(): Promise<Found> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  if (!estimate?.quota) return { outcome: 'unsupported' };
  return { outcome: 'passed', values: { quotaGb: round(estimate.quota / 1e9, 1) } };
}

/** The Battery Status API, which some browsers have. */
interface WithBattery {
  getBattery?: () => Promise<{ readonly level: number }>;
}

async function measureBattery(): Promise<Found> {
  const battery = await (navigator as WithBattery).getBattery?.().catch(() => undefined);
  if (!battery) return { outcome: 'unsupported' };
  return { outcome: 'passed', values: { levelPct: Math.round(battery.level * 100) } };
}

const measureNfc = (): Found => ({
  outcome: 'NDEFReader' in globalThis ? 'passed' : 'unsupported',
});

/** The accuracy of the position of the phone; the position itself is dropped here. */
function measureLocation(): Promise<Found> {
  if (!('geolocation' in navigator)) return Promise.resolve({ outcome: 'unsupported' });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { accuracy } }) =>
        resolve({ outcome: 'passed', values: { accuracyM: Math.min(1e6, Math.round(accuracy)) } }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ outcome: code === PERMISSION_DENIED ? 'denied' : 'failed' }),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 },
    );
  });
}

/** Why a camera or microphone could not be opened. */
export function mediaProblem(error: unknown): Found {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return { outcome: 'denied' };
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return { outcome: 'failed' };
  return { outcome: name === 'NotReadableError' ? 'failed' : 'unsupported' };
}

const toneHz = 1000;
/** Decibels above the other frequencies from which the tone counts as heard. */
const heardDb = 12;

/**
 * Plays a tone and listens for it. The loudest moment counts, since the echo cancellation of some phones
 * cannot be switched off and lets the tone through only at its start.
 */
async function measureSound(seconds = 3): Promise<Found> {
  if (!navigator.mediaDevices?.getUserMedia) return { outcome: 'unsupported' };
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: raw });
  } catch (error) {
    return mediaProblem(error);
  }
  const context = new AudioContext();
  try {
    await context.resume();
    const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0.3 });
    context.createMediaStreamSource(stream).connect(analyser);
    const tone = new OscillatorNode(context, { frequency: toneHz });
    tone.connect(new GainNode(context, { gain: 0.8 })).connect(context.destination);
    tone.start();
    const bins = new Float32Array(analyser.frequencyBinCount);
    let loudest = 0;
    for (let left = seconds * 10; left > 0; left--) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      analyser.getFloatFrequencyData(bins);
      loudest = Math.max(loudest, toneLevel(bins, context.sampleRate / analyser.fftSize));
    }
    tone.stop();
    const toneDb = Math.min(200, Math.round(loudest));
    return { outcome: toneDb >= heardDb ? 'passed' : 'failed', values: { toneDb } };
  } finally {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  }
}

/**
 * How much louder the tone is than the median of the other frequencies up to 4 kHz, in decibels.
 *
 * @param bins decibels by frequency.
 * @param width hertz of one bin.
 */
export function toneLevel(bins: Float32Array, width: number): number {
  const centre = Math.round(toneHz / width);
  const heard = Math.max(...bins.subarray(centre - 2, centre + 3));
  const others = [...bins.subarray(5, Math.round(4000 / width))].sort((a, b) => a - b);
  const median = others[Math.floor(others.length / 2)] ?? Number.NEGATIVE_INFINITY;
  if (!Number.isFinite(heard)) return 0;
  return Math.max(0, heard - Math.max(median, -120));
}

/** The tests that measure by themselves, without anything to look at. */
export const automaticTests: Partial<Record<SelfTestKind, () => Promise<Found> | Found>> = {
  sound: measureSound,
  location: measureLocation,
  storage: measureStorage,
  battery: measureBattery,
  nfc: measureNfc,
};
