import type { FirebaseConfig } from '@redial/contract';
import type { IdentityClient } from './identity-client.ts';

/** Attribute of the document in which the server names the Firebase project, where it uses one. */
const attribute = 'data-firebase';

/** The attributes of the document that tell a browser who keeps the accounts, before React runs. */
export const identityAttributes = (
  identity: FirebaseConfig | { provider: 'embedded' } | undefined,
) => (identity?.provider === 'firebase' ? { [attribute]: JSON.stringify(identity) } : {});

/** Loads the client of the provider that this installation uses, and no other. */
export async function createIdentityClient(): Promise<IdentityClient> {
  const project = document.documentElement.getAttribute(attribute);
  if (project === null) return (await import('./embedded-identity.ts')).createEmbeddedIdentity();
  const { createFirebaseIdentity } = await import('./firebase-identity.ts');
  return createFirebaseIdentity(JSON.parse(project) as FirebaseConfig);
}
