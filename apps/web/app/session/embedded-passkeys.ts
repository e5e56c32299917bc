import { deviceId } from './device-id.ts';
import type { PasskeySummary, Passkeys } from './identity-client.ts';
import type { Ceremony } from './passkey-ceremony.ts';
import { requirePasskeySupport } from './passkey-support.ts';

type Post = (path: string, body: object, token?: string) => Promise<Record<string, unknown>>;

/** Passkeys at the built-in identity server. The code for WebAuthn is loaded when one is created or used. */
export const createEmbeddedPasskeys = ({
  post,
  list,
  requireToken,
  startSession,
}: {
  post: Post;
  list: (token: string) => Promise<readonly PasskeySummary[]>;
  requireToken: () => string;
  startSession: (token: string) => ReturnType<Passkeys['signIn']>;
}): Passkeys => ({
  list: () => list(requireToken()),
  async add() {
    requirePasskeySupport();
    const begun = await post('/passkeys/add/options', {}, requireToken());
    const { createPasskey } = await import('./passkey-ceremony.ts');
    const proof = await createPasskey(begun as unknown as Ceremony);
    const { passkey } = await post('/passkeys/add', proof, requireToken());
    return passkey as PasskeySummary;
  },
  async rename(id, name) {
    await post('/passkeys/rename', { id, name }, requireToken());
  },
  async remove(id) {
    await post('/passkeys/remove', { id }, requireToken());
  },
  async prove({ autofill = false, again = false }) {
    requirePasskeySupport();
    const token = again ? requireToken() : undefined;
    const begun = await post('/passkeys/sign-in/options', {}, token);
    const { requestPasskey } = await import('./passkey-ceremony.ts');
    return { ...(await requestPasskey(begun as unknown as Ceremony, { autofill })), again };
  },
  async signIn({ again, ...proof }) {
    const body = { ...proof, device: deviceId() };
    const { token } = await post('/passkeys/sign-in', body, again ? requireToken() : undefined);
    return startSession(String(token));
  },
});
