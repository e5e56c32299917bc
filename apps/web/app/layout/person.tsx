import { CircleUserRound } from 'lucide-react';
import type { IdentityUser } from '../session/identity-client.ts';

/** The photo and the name of the person signed in; an icon where there is no photo. */
export function Person({ user }: { user: IdentityUser }) {
  const name = user.displayName ?? user.email;
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      {user.photoURL ? (
        <img
          src={user.photoURL}
          alt=""
          width={32}
          height={32}
          referrerPolicy="no-referrer"
          className="size-8 shrink-0 rounded-full bg-studio object-cover"
        />
      ) : (
        <CircleUserRound
          className="size-8 shrink-0 text-ink-soft"
          strokeWidth={1.4}
          aria-hidden="true"
        />
      )}
      <span className="truncate font-semibold">{name}</span>
    </span>
  );
}
