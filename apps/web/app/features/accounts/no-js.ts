import { data } from 'react-router';

/**
 * Action for account forms that the browser submitted before the scripts had loaded. The submitted
 * values are not read.
 */
export const rejectNoJsSubmit = () => data({ noJs: true }, { status: 400 });

export const noJsMessage = 'The page had not finished loading. Please send the form again.';
