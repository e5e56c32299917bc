import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** A failed step; its message and output are shown without a stack trace. */
export class StepFailed extends Error {
  /** @param {string} message @param {string} [output] @param {number} [code] */
  constructor(message, output = '', code = 1) {
    super(message);
    this.output = output;
    this.code = code;
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @type {NodeJS.Signals | undefined} */
let stopSignal;

// Ctrl-C in a terminal signals the children too; `kill` on this process does not. The signal is
// forwarded in both cases, and this process exits after its children.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal));
}

// A signal to npm ends the intermediate shell without notifying this process, whose parent then
// changes.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !stopSignal && stop('SIGTERM'), 300).unref();
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  stopSignal = signal;
  for (const child of children) child.kill(signal);
  if (children.size === 0) process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a program in the project root.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, signal?: AbortSignal }}
 *   [options] `show` connects it to the terminal; otherwise its output is collected. `signal` ends
 *   it.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, cwd = root, show = false, signal } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    signal?.addEventListener('abort', () => child.kill());
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      children.delete(child);
      reject(new StepFailed(`${command} could not be started: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
      if (stopSignal && children.size === 0 && !show) {
        process.exit(128 + constants.signals[stopSignal]);
      }
    });
  });
}

/** Elapsed seconds, such as `4.2 s`. @param {number} since */
const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a long step and shows progress in one line, on stderr: stdout is for results.
 *
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const since = Date.now();
  const live = process.stderr.isTTY && !process.env.CI;
  const draw = () => process.stderr.write(`\r\x1b[K  ${label} … ${elapsed(since)}`);
  const timer = live ? setInterval(draw, 500) : undefined;
  if (live) draw();
  let mark = '✗';
  try {
    const result = await work();
    mark = '✓';
    return result;
  } finally {
    clearInterval(timer);
    process.stderr.write(`${live ? '\r\x1b[K' : ''}${mark} ${label} (${elapsed(since)})\n`);
  }
}

/** Runs a program's main function; a failed step prints its message without a stack trace. */
export async function main(/** @type {() => Promise<number | void>} */ work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    if (error.output) process.stdout.write(`${error.output.trimEnd()}\n`);
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.code;
  }
}
