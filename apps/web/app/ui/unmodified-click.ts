import type { MouseEvent } from 'react';

/** Whether a click is a plain primary click, not one for a new tab, a new window or a download. */
export const isUnmodifiedClick = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): boolean => button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
