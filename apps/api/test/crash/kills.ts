import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Random } from './random.ts';
import { beforeStep, type Step } from './step-gates.ts';
import type { WebhookGate } from './webhook-gate.ts';
import type { Workload } from './workload.ts';

interface CrashContext {
  readonly installation: Installation;
  readonly dataDir: string;
  readonly trade: Workload;
  readonly gate: WebhookGate;
  readonly random: Random;
}

/**
 * Kinds of crashes, each with `kill -9`; afterwards Redial is running or starting. Each returns the
 * time of the kill (`performance.now()`), or `undefined` if the intended situation did not occur.
 */
export const kills = {
  server: async ({ installation }: CrashContext) => {
    const at = performance.now();
    await installation.killServer();
    await installation.start();
    return at;
  },
  PostgreSQL: async ({ installation }: CrashContext) => {
    installation.killDatabase();
    return performance.now();
  },
  'session of PostgreSQL': async ({ installation, random }: CrashContext) =>
    installation.killBackend((sessions) => random.pick(sessions)) ? performance.now() : undefined,
  both: async ({ installation }: CrashContext) => {
    const at = performance.now();
    await installation.killAll();
    await installation.start();
    return at;
  },
  'server, while it starts': async ({ installation, random }: CrashContext) => {
    await installation.killServer();
    installation.spawn();
    await sleep(random.integerBelow(2500));
    const at = performance.now();
    await installation.killServer();
    await installation.start();
    return at;
  },
  /** The payment is captured, but no response or webhook reports it before the crash. */
  'server, after a charge': async ({ installation, trade, gate, random }: CrashContext) => {
    gate.block();
    const { promise: killed, resolve } = Promise.withResolvers<number | undefined>();
    trade.onNextCharge(async (intentId, record) => {
      // For some payments no webhook ever arrives; the reconciliation job must settle them.
      if (random.integerBelow(2) === 0) gate.dropEventsFor(intentId);
      const recorded = random.integerBelow(2) === 0 ? record() : undefined;
      if (recorded) await sleep(random.integerBelow(10));
      const at = performance.now();
      await installation.killServer();
      resolve((await recorded) ? undefined : at);
    });
    const at = await killed;
    await installation.start();
    gate.unblock();
    return at;
  },
  /** Kills between any two of charge, record, transfer and record, and of a refund. */
  'server, between charge and record': (context: CrashContext) =>
    killBefore(context, 'recordOfCharge'),
  'server, between record and transfer': (context: CrashContext) => killBefore(context, 'transfer'),
  'server, between transfer and record': (context: CrashContext) =>
    killBefore(context, 'recordOfTransfer'),
  'server, between payout and record': (context: CrashContext) =>
    killBefore(context, 'recordOfPayout'),
  'server, between refund and record': (context: CrashContext) =>
    killBefore(context, 'recordOfRefund'),
} as const;

async function killBefore(
  { installation, dataDir }: CrashContext,
  step: Step,
): Promise<number | undefined> {
  const at = await beforeStep(dataDir, step, async () => {
    await installation.killServer();
    return performance.now();
  });
  if (at !== undefined) await installation.start();
  return at;
}

export type KillKind = keyof typeof kills;
export const killKinds = Object.keys(kills) as KillKind[];
