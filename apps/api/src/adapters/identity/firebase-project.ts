import type { ServiceAccount } from './service-account.ts';

/** A Firebase project, as its console names the parts. */
export interface FirebaseProject {
  readonly projectId: string;
  /** Names the project in calls; browsers are given it. */
  readonly apiKey: string;
  /** The host whose pages play Google's popup. */
  readonly authDomain: string;
  /** `host:port` of the Auth emulator, whose tokens are not signed. Never in production. */
  readonly emulator?: string | undefined;
  /** May delete accounts. */
  readonly serviceAccount?: ServiceAccount | undefined;
}

/** Where Google's services are; other addresses are for tests. */
export interface FirebaseHosts {
  readonly keys: string;
  readonly accounts: string;
  readonly tokens: string;
}
