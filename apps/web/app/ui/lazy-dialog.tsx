import { type ComponentType, useEffect, useState } from 'react';
import { importScript } from './lazy-part.ts';
import { toast } from './toast.ts';
import { useStableCallback } from './use-stable-callback.ts';

/**
 * A dialog whose script, with that of the dialog library, is loaded when it is first opened. It stays
 * mounted afterwards, so that it can be animated when it closes. If the script cannot be loaded, a message
 * says why, and the dialog can be opened again.
 *
 * @param load imports the dialog
 */
export function lazyDialog<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState<ComponentType<Props>>();
    const close = useStableCallback(props.onClose);
    const isWanted = props.open && !Dialog;
    useEffect(() => {
      if (!isWanted) return;
      importScript(load).then(
        (loaded) => setDialog(() => loaded),
        (error: Error) => {
          close();
          toast.error(error.message);
        },
      );
    }, [isWanted, close]);
    return Dialog ? <Dialog {...props} /> : null;
  };
}
