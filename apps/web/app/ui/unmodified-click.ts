import type { MouseEvent } from 'react';

/** Whether a press on a link asks for nothing special: no new tab, no new window, no download. */
export const isUnmodifiedClick = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): boolean => button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
