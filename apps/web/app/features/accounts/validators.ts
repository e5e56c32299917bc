import * as contract from '@redial/contract';

// Validators for react-hook-form's `register`: each returns true or an error message.

export const validateEmail = (value: string): true | string =>
  contract.validateEmail(value.trim()) ?? true;

export const validatePassword = (value: string): true | string =>
  contract.validatePassword(value) ?? true;

export const required =
  (message: string) =>
  (value: string): true | string =>
    value.trim() !== '' || message;
