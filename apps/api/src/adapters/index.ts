export { createSandboxCards, type SandboxCards } from './card-payments/sandbox.ts';
// The mailers and the Stripe and S3 adapters are imported from their own entries, so that their SDKs
// are only loaded when used.
export type { StripeAccount } from './card-payments/stripe-client.ts';
export {
  createAccountAdministration,
  createSecondFactorAdministration,
} from './identity/account-administration.ts';
export { createEmbeddedIdentity } from './identity/embedded.ts';
export { createFirebaseIdentity } from './identity/firebase.ts';
export type { FirebaseProject } from './identity/firebase-project.ts';
export type { GoogleClient } from './identity/google.ts';
export { findSandboxLinks } from './identity/sandbox-google/find-sandbox-links.ts';
export type { ServiceAccount } from './identity/service-account.ts';
export { createExternalHost, type ExternalHostConfig } from './image-host/external.ts';
export { createDiskImageStore } from './image-store/disk.ts';
export type { S3Bucket } from './image-store/s3.ts';
export { createWebPushSender, knownPushServices } from './push-sender/web-push.ts';
