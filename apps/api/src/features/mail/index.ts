export { mailPasswordReset } from './password-reset.ts';
