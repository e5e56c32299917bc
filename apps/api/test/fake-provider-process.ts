import { startFakeProvider } from './fake-providers.ts';

/**
 * Plays an outside provider for the browser tests, in a process of its own: `stand-in.ts NAME REDIAL`,
 * the latter the address that Redial will have. It says once what it is, and then answers calls.
 */
const [name = '', redial = ''] = process.argv.slice(2);
const { settings, missingPackages, commands, close } = await startFakeProvider(name, redial);
const say = (message: object) => process.connected && process.send?.(message);

process.on('message', async ({ id, call, args }: { id: number; call: string; args: never[] }) => {
  try {
    const does = commands?.[call];
    if (!does) throw new Error('it knows no such call');
    say({ id, answer: await does(...args) });
  } catch (error) {
    say({ id, failed: String(error) });
  }
});
// Whoever started it has ended, or wants no more of it.
process.once('disconnect', async () => {
  await close?.();
  process.exit();
});
say({ settings, missingPackages });
