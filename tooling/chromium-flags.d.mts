/** The flags with which tests start Chromium. */
export declare const chromiumFlags: string[];
