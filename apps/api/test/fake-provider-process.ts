import { startFakeProvider } from './fake-providers.ts';

/**
 * Runs a fake external provider for browser tests in a separate process: `fake-provider-process.ts
 * NAME REDIAL_URL`. It sends one message with its settings and then executes commands.
 */
const [name = '', redial = ''] = process.argv.slice(2);
const { settings, missingPackages, commands, close } = await startFakeProvider(name, redial);
const say = (message: object) => process.connected && process.send?.(message);

process.on('message', async ({ id, call, args }: { id: number; call: string; args: never[] }) => {
  try {
    const does = commands?.[call];
    if (!does) throw new Error('it knows no such call');
    say({ id, response: await does(...args) });
  } catch (error) {
    say({ id, failed: String(error) });
  }
});
// The parent process has ended or disconnected.
process.once('disconnect', async () => {
  await close?.();
  process.exit();
});
say({ settings, missingPackages });
