import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A dialog whose script, with that of the dialog library, is loaded when it is first opened. It stays
 * mounted afterwards, so that it can be animated when it closes.
 *
 * @param load imports the dialog
 */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    const [isWanted, setIsWanted] = useState(false);
    if (props.open && !isWanted) setIsWanted(true);
    if (!isWanted) return null;
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
