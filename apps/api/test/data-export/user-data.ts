import type { TestApp, TestUser } from '../test-app.ts';

/** What the inserted rows refer to. */
export interface UserData {
  readonly app: TestApp;
  /** The user whose data is exported. */
  readonly user: TestUser;
  readonly other: TestUser;
}

/** @returns the time that many days ago; columns have different ones, so that a confusion is noticed. */
export const past = (days: number) => new Date(Date.now() - days * 86_400_000);
