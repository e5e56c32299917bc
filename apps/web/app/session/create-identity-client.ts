import type { FirebaseConfig } from '@redial/contract';
import type { IdentityClient } from './identity-client.ts';

/** Attribute of `<html>` with the Firebase configuration, if Firebase is used. */
const attribute = 'data-firebase';

/** Attributes of `<html>` from which the browser reads the identity provider before hydration. */
export const identityAttributes = (
  identity: FirebaseConfig | { provider: 'embedded' } | undefined,
) => (identity?.provider === 'firebase' ? { [attribute]: JSON.stringify(identity) } : {});

/** Loads the script of the configured identity provider only. @returns creates its client. */
export async function importIdentityClient(): Promise<() => IdentityClient> {
  const project = document.documentElement.getAttribute(attribute);
  if (project === null) return (await import('./embedded-identity.ts')).createEmbeddedIdentity;
  const { createFirebaseIdentity } = await import('./firebase-identity.ts');
  return () => createFirebaseIdentity(JSON.parse(project) as FirebaseConfig);
}
