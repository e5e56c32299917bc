/** localStorage key that is set while this browser shows notifications: signing out then ends that. */
export const pushKey = 'redial-push';
