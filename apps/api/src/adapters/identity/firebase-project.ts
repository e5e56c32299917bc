import type { ServiceAccount } from './service-account.ts';

/** A Firebase project, with the names used in Firebase's console. */
export interface FirebaseProject {
  readonly projectId: string;
  /** Identifies the project in requests; sent to browsers. */
  readonly apiKey: string;
  /** The host of the sign-in popup's pages. */
  readonly authDomain: string;
  /** `host:port` of the Auth emulator, whose tokens are not signed. Never in production. */
  readonly emulator?: string | undefined;
  /** Required for deleting accounts. */
  readonly serviceAccount?: ServiceAccount | undefined;
}

/** Base URLs of Google's services; overridden in tests. */
export interface FirebaseHosts {
  readonly keys: string;
  readonly accounts: string;
  readonly tokens: string;
}
