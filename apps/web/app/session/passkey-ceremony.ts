import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** What the identity server asks the browser for, and the challenge that goes back with the result. */
export interface Ceremony {
  readonly options: unknown;
  readonly challenge: string;
}

/** The result of a ceremony, for the identity server. */
export interface Proof {
  readonly challenge: string;
  readonly response: object;
}

/** Has the browser create a passkey. */
export const createPasskey = ({ options, challenge }: Ceremony): Promise<Proof> =>
  withReadableErrors(async () => ({
    challenge,
    response: await startRegistration({
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
    }),
  }));

/**
 * Has the browser use a passkey.
 *
 * @param autofill offers passkeys among the suggestions of the e-mail field, until one is chosen or another
 *   ceremony begins; otherwise in a dialog of the browser.
 */
export const requestPasskey = (
  { options, challenge }: Ceremony,
  { autofill }: { autofill: boolean },
): Promise<Proof> =>
  withReadableErrors(async () => ({
    challenge,
    response: await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: autofill,
    }),
  }));

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys do not work at this web address.',
};

async function withReadableErrors<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    const { name = '' } = error as Error;
    throw new Error(messages[name] ?? 'The passkey did not work. Try again.', { cause: error });
  }
}
