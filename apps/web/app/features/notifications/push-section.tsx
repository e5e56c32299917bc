import type { PushSubscriptions } from '@redial/contract';
import { useEffect, useState } from 'react';
import { findEndpoint, pushSupport } from '../../session/push-browser.ts';
import { switchPushOff, switchPushOn } from '../../session/push-subscription.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';

const texts = {
  unsupported:
    'This browser cannot show notifications. On an iPhone, add Redial to the home screen first, and open it there.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in its settings for this site, and load the page again.',
  off: 'This browser can show notifications, also while Redial is closed.',
  on: 'This browser shows notifications, also while Redial is closed. It ends when you sign out.',
};
type State = keyof typeof texts;

/**
 * Switches notifications of this browser on and off. The browser asks for permission only after the click.
 *
 * @param onChange after a change
 */
export function PushSection({
  push,
  onChange,
}: {
  push: PushSubscriptions & { publicKey: string };
  onChange: () => Promise<unknown>;
}) {
  const { publicKey, subscriptions } = push;
  const [endpoint, setEndpoint] = useState<string>();
  const [support, setSupport] = useState<ReturnType<typeof pushSupport>>();
  const [pending, setPending] = useState(false);
  const look = async () => {
    setEndpoint(await findEndpoint());
    setSupport(pushSupport());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the browser knows, once
  useEffect(() => {
    look().catch(() => setSupport('unsupported'));
  }, []);
  if (!support) return null;
  const own = subscriptions.find((one) => one.endpoint === endpoint);
  const others = subscriptions.length - (own ? 1 : 0);
  const state: State = own ? 'on' : support === 'possible' ? 'off' : support;

  const run = async (work: () => Promise<string | undefined>) => {
    setPending(true);
    try {
      const done = await work();
      if (done) toast.success(done);
    } catch (error) {
      toast.error(
        `This browser does not reach its push service: ${(error as Error).message}. Try again later.`,
      );
    } finally {
      await Promise.all([look(), onChange()]);
      setPending(false);
    }
  };
  const switchOn = () =>
    run(async () => {
      const result = await switchPushOn(publicKey);
      if (!result) {
        toast.error('The browser was not allowed to show notifications.');
        return undefined;
      }
      if (result.ok) return 'This browser shows notifications now';
      toast.error(result.error.message);
      return undefined;
    });
  const switchOff = (id: string | undefined, done: string) =>
    run(async () => {
      const result = await switchPushOff(id);
      if (result.ok) return done;
      toast.error(result.error.message);
      return undefined;
    });
  return (
    <section aria-labelledby="push" className="mb-8">
      <h2 id="push" className="text-lg">
        In this browser
      </h2>
      <Notice badge={null} text={texts[state]}>
        {state === 'off' && (
          <Button size="small" pending={pending} pendingLabel="Switching on" onClick={switchOn}>
            Show notifications in this browser
          </Button>
        )}
        {own && (
          <Button
            variant="outline"
            size="small"
            pending={pending}
            onClick={() => switchOff(own._id, 'This browser shows no more notifications')}
          >
            Switch off here
          </Button>
        )}
        {others > 0 && (
          <>
            <span className="text-ink-soft">
              {others === 1 ? 'Another browser shows' : `${others} other browsers show`} them
              {own ? ', too' : ''}.
            </span>
            <Button
              variant="outline"
              size="small"
              pending={pending}
              onClick={() => switchOff(undefined, 'No browser shows notifications any more')}
            >
              Switch off everywhere
            </Button>
          </>
        )}
      </Notice>
    </section>
  );
}
