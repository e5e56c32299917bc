import { chromiumFlags } from '../tooling/chromium-flags.ts';

/** How tests start their browser: the headless shell, if it is installed. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: chromiumFlags,
};

/** For tests of what the headless shell lacks, such as notifications. */
export const fullBrowser = {
  ...launchOptions,
  executablePath: process.env.FULL_CHROMIUM ?? launchOptions.executablePath,
};
