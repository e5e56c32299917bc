import type { PasskeyProof } from './identity-client.ts';
import { rememberPasskey } from './passkey-support.ts';
import { completeSignIn, loadIdentity, withSignIn } from './session.ts';

/**
 * Signs in with a passkey.
 *
 * @param autofill waits for the user to choose one among the suggestions of the e-mail field.
 * @param again takes passkeys of the signed-in user only, for step-up authentication.
 */
export async function signInWithPasskey(
  how: { autofill?: boolean; again?: boolean } = {},
): Promise<void> {
  const { passkeys } = await loadIdentity();
  if (!passkeys) throw new Error('Passkeys are not offered here');
  // The user may sign in otherwise while the browser waits for a passkey.
  const proof: PasskeyProof = await passkeys.prove(how);
  await withSignIn(async (client) => completeSignIn(client, await passkeys.signIn(proof)));
  rememberPasskey();
}
