export { enqueueOrderMails } from './order-mails.ts';
export { mailPasswordReset } from './password-reset.ts';
export { mailProductTakenDown, mailSellerVerified } from './seller-mails.ts';
