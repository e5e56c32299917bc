export { createSandboxCards, type SandboxCards } from './card-payments/sandbox.ts';
export { createStripeCards, type StripeAccount } from './card-payments/stripe.ts';
export { createEmbeddedIdentity } from './identity/embedded.ts';
export type { GoogleClient } from './identity/google.ts';
export { createDiskImages } from './image-store/disk.ts';
export { fileMailer } from './mailer/files.ts';
export { createSmtpMailer } from './mailer/smtp.ts';
