import * as contract from '@redial/contract';

// What `register` of react-hook-form takes as `validate`: true, or what is wrong.

export const validateEmail = (value: string): true | string =>
  contract.validateEmail(value.trim()) ?? true;

export const validatePassword = (value: string): true | string =>
  contract.validatePassword(value) ?? true;

export const required =
  (message: string) =>
  (value: string): true | string =>
    value.trim() !== '' || message;
