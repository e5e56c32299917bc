import { data } from 'react-router';

/**
 * Answers an account form that the browser posted before the page's script had loaded. What was
 * typed is not read.
 */
export const rejectNoJsSubmit = () => data({ noJs: true }, { status: 400 });

export const noJsMessage = 'The page had not finished loading. Please send the form again.';
