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

/** A name as it is sent: on one line, although a tab or a line separator was pasted. */
export const tidyName = (value: string): string => value.replace(/\s+/g, ' ').trim();

/** The provider refuses other names, and by then the account would exist, without its role. */
export const validateName = (value: string): true | string => {
  const name = tidyName(value);
  if (!contract.isVisibleText(name)) return 'Please tell us your name';
  return contract.isPlainLine(name) || 'Please use the letters of your name only';
};
