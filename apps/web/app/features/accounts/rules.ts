import { emailProblem, passwordProblem } from '@redial/contract';

// What `register` of react-hook-form takes as `validate`: true, or what is wrong.

export const validEmail = (value: string): true | string => emailProblem(value.trim()) ?? true;

export const validPassword = (value: string): true | string => passwordProblem(value) ?? true;

export const filled =
  (message: string) =>
  (value: string): true | string =>
    value.trim() !== '' || message;
