import { getUpdateSupport, type PhoneModel } from '@redial/contract';

/** What to check before buying this model: for its age, its brand and its form. */
export function whatToCheck(model: PhoneModel, now: number): string[] {
  const years = (now - Date.parse(model.releasedOn)) / (365.25 * 86_400_000);
  const isApple = model.category === 'Iphone';
  return [
    ...(getUpdateSupport(model.updates, new Date(now)).status === 'ended'
      ? ['It no longer gets security updates: do not use it for banking.']
      : []),
    isApple
      ? 'Settings, Battery, Battery Health shows how much capacity is left; below 80% expect a replacement soon.'
      : 'Ask for the battery health: Samsung shows it in Settings, Device Care; other brands in a diagnostics app.',
    ...(isApple
      ? ['Settings, General, About lists replaced parts. Find My has to be off before you pay.']
      : ['The Google account, and that of the maker, have to be signed out before you pay.']),
    ...(model.formFactor === 'fold' || model.formFactor === 'flip'
      ? [
          'Open and close it a few times: the hinge must not creak, and the fold must show no dark line or loose film.',
        ]
      : []),
    ...(model.formFactor === 'home-button'
      ? ['Press the home button with an enrolled finger: a replaced one loses Touch ID.']
      : []),
    ...(years > 4
      ? ['At its age, look for a swollen battery: the screen must not stand proud.']
      : []),
    'Insert your SIM card and make a call: microphone, earpiece and network lock in one test.',
    'Dial *#06# and compare the number with the listing and with the box.',
  ];
}
