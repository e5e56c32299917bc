import {
  changeNotificationSettings,
  getNotificationSettings,
  listPushSubscriptions,
  type MailFrequency,
  mailFrequencies,
  type NotificationSettings,
  notificationKindTexts,
} from '@redial/contract';
import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { PushSection } from '../features/notifications/push-section.tsx';
import { call } from '../session/call.ts';
import { useMutation } from '../session/use-mutation.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Switch } from '../ui/switch.tsx';
import type { Route } from './+types/notification-settings.ts';

const title = 'Notification settings';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader() {
  const [settings, push] = await Promise.all([
    call(getNotificationSettings, {}),
    call(listPushSubscriptions, {}),
  ]);
  return { settings, push };
}

const mailTexts: Record<MailFrequency, string> = {
  now: 'At once',
  daily: 'In one mail a day',
  off: 'No mail',
};

type KindSetting = NotificationSettings['kinds'][number];

export default function NotificationSettingsRoute({ loaderData }: Route.ComponentProps) {
  const { settings } = loaderData;
  const push = loaderData.push.ok ? loaderData.push.value : undefined;
  const { revalidate, state } = useRevalidator();
  const { mutate } = useMutation();
  const save = (setting: KindSetting) =>
    mutate(
      call(changeNotificationSettings, { body: { kinds: [setting] } }),
      `Saved: ${notificationKindTexts[setting.kind].title}`,
    );
  return (
    <div className="page max-w-3xl py-8">
      <PageHeader
        title={title}
        aside={
          <ButtonLink to={href('/notifications')} variant="outline" size="small">
            Notifications
          </ButtonLink>
        }
      >
        Mails about the account itself, such as a new password, always come.
      </PageHeader>
      {push?.publicKey && (
        <PushSection push={{ ...push, publicKey: push.publicKey }} onChange={revalidate} />
      )}
      {settings.ok ? (
        <ul className="divide-y divide-line border-line border-y">
          {settings.value.kinds.map((setting) => (
            <Kind
              key={setting.kind}
              saved={setting}
              inBrowsers={push !== undefined && push.subscriptions.length > 0}
              onChange={save}
            />
          ))}
        </ul>
      ) : (
        <ErrorState
          message={settings.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </div>
  );
}

/** @param inBrowsers whether a browser of the user shows notifications */
function Kind({
  saved,
  inBrowsers,
  onChange,
}: {
  saved: KindSetting;
  inBrowsers: boolean;
  onChange: (next: KindSetting) => Promise<unknown>;
}) {
  const { title: heading, description } = notificationKindTexts[saved.kind];
  // Shows the choice at once; what is saved shows again if it fails.
  const [chosen, setChosen] = useState<KindSetting>();
  const setting = chosen ?? saved;
  const change = async (next: KindSetting) => {
    setChosen(next);
    await onChange(next);
    setChosen(undefined);
  };
  return (
    <li className="grid gap-4 py-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-8">
      <div>
        <h2 className="text-lg">{heading}</h2>
        <p className="text-ink-soft">{description}</p>
      </div>
      <div className="grid gap-4">
        <span className="flex items-center justify-between gap-4">
          <span className="text-sm">On Redial</span>
          <Switch
            checked={setting.inApp}
            label={`${heading} on Redial`}
            onChange={(inApp) => change({ ...setting, inApp })}
          />
        </span>
        {inBrowsers && (
          <span className="flex items-center justify-between gap-4">
            <span className="text-sm">In browsers</span>
            <Switch
              checked={setting.push}
              label={`${heading} in browsers`}
              onChange={(chosenPush) => change({ ...setting, push: chosenPush })}
            />
          </span>
        )}
        <fieldset>
          <legend className="mb-1 text-sm">
            <span className="sr-only">{heading}: </span>By mail
          </legend>
          {mailFrequencies.map((mail) => (
            <label key={mail} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                type="radio"
                name={setting.kind}
                checked={setting.mail === mail}
                onChange={() => change({ ...setting, mail })}
                className="size-5 accent-accent"
              />
              {mailTexts[mail]}
            </label>
          ))}
        </fieldset>
      </div>
    </li>
  );
}
