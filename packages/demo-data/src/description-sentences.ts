import type { Condition } from '@redial/contract';
import type { WritingStyle } from './users.ts';

/*
 * Sentences of the demo descriptions. Placeholders in braces are replaced by facts about the phone.
 * Each style expresses the same facts in its own way; no sentence claims more than the phone's
 * condition allows.
 */

/** The kinds of sentences of each style. */
export interface SentenceBank {
  readonly opening: readonly string[];
  readonly state: Readonly<Record<Condition, readonly string[]>>;
  readonly battery: readonly string[];
  readonly box: readonly string[];
  readonly closing: readonly string[];
}

export const styles: Readonly<Record<WritingStyle, SentenceBank>> = {
  plain: {
    opening: [
      'My {short} from {year}, used every day and looked after.',
      'Selling the {short} because work gave me a phone and two is one too many.',
      'I bought this {short} new in {year} and I am its only owner.',
      'Upgraded last month, so the {short} is looking for somebody who will use it.',
      'This was my main phone. {colour} is the nicest of the colours, I think.',
      'A {short} with {storage}, which was always more than I needed.',
      'Bought new, kept on a desk most of the time.',
      'Nothing wrong with it at all, I just wanted a smaller phone.',
      'My partner and I ended up with the same phone, so one of them goes.',
    ],
    state: {
      excellent: [
        'No scratches that I can find on the glass or the frame.',
        'It has lived in a case with a screen protector and looks it.',
        'Screen perfect, back perfect, one tiny mark beside the charging port.',
        'I looked it over under a lamp and found nothing worth a photo.',
      ],
      good: [
        'A few light marks on the back that you only see at an angle. The screen is clean.',
        'Normal wear on the frame, nothing on the display when it is on.',
        'Two fine scratches near the bottom edge, otherwise tidy.',
        'Small rub marks on the corners from the case. Everything works.',
      ],
      fair: [
        'Scratches on the screen that you see in the sun, and a dent in one corner. It works as it should.',
        'The back has seen some tables. Visible scratches, no cracks.',
        'It looks used because it was. Scuffed frame, a couple of scratches on the glass.',
        'A chip of paint is gone at the top edge and the screen has hairlines.',
      ],
    },
    battery: [
      'Battery health is {battery}%.',
      'The battery shows {battery}% and lasts me a day.',
      'Battery at {battery}%, never replaced.',
      'I charge it every night out of habit, it would not need it ({battery}%).',
      '{battery}% in the battery menu.',
      'The battery is fine: {battery}%.',
    ],
    box: [
      'Comes in its box with the cable.',
      'I still have the box and the papers.',
      'Box and an unused cable included.',
      'The box is here too, a bit squashed.',
      'With box, manual and the SIM needle.',
    ],
    closing: [
      'Can be seen most evenings.',
      'Happy to meet in a café so you can try everything first.',
      'Signed out and reset, ready to set up.',
      'Cash or card here, both are fine with me.',
      'No swaps, please.',
    ],
  },
  chatty: {
    opening: [
      'Right, this one hurts a bit: I really like the {short}, but my daughter needs a laptop.',
      'I swore I would keep this {short} for five years, and then they brought out a new one.',
      'It has been to three festivals and one wedding and survived all four.',
      'Honest listing, because I hate the other kind: it is a {short}, it is {colour}, and it is very much fine.',
      'Found a home for the old phone, the old old phone and now this {short} wants one too.',
      'I only ever used it for maps, messages and an unreasonable number of dog photos.',
      'Won the newer one in a raffle (yes, really), so the {short} can go.',
      'It was my backup phone, meaning it spent most of its life in a drawer feeling sorry for itself.',
      'Bought in {year}, loved ever since, now replaced by something with a bigger screen and no charm.',
    ],
    state: {
      excellent: [
        'I know everybody writes “like new”, but come and look: it is.',
        'Not a mark on it. I am the person who wipes phones with a glasses cloth.',
        'Case since day one, so the back still looks as if nobody had touched it.',
        'My flatmate thought it was a new one, if that tells you anything.',
      ],
      good: [
        'It has a couple of love bites on the frame, the screen is lovely.',
        'There is a scratch on the back shaped like a comma. You will stop seeing it after a day.',
        'Some tiny marks around the camera, nothing that shows in the hand.',
        'It fell off the sofa once, on carpet, and kept one very small mark as a souvenir.',
      ],
      fair: [
        'Let us call it characterful: scratches on the back, a scuffed corner, all of it working.',
        'It has met my keys. The screen shows it when it is off, not when it is on.',
        'No beauty any more, with a dent by the volume buttons, but it does everything.',
        'The cat pushed it off a shelf, and the corner remembers. No cracks, though.',
      ],
    },
    battery: [
      'Battery says {battery}%, and I get to bedtime with some left.',
      'The battery is at {battery}%, which after all my podcasts is a small miracle.',
      '{battery}% battery, checked this morning.',
      'Battery: {battery}%. Me: considerably less.',
      'It claims {battery}% battery health and I have no reason to doubt it.',
      '{battery}% battery, because I never once let it sleep in the sun.',
      'I looked up the battery for you, {battery}%.',
    ],
    box: [
      'I even kept the box, because I keep all the boxes.',
      'Original box, cable, and the little pin everybody loses.',
      'You get the box and a case I never got on with.',
      'Box included, it even still has the smell.',
      'It comes boxed, which I would like to be admired for.',
    ],
    closing: [
      'Come round for a look, there may be coffee.',
      'I answer fast, except during football.',
      'Ask me anything, I have been asked worse.',
      'Pick-up near the tram stop works best.',
      'Be kind to it.',
    ],
  },
  careful: {
    opening: [
      '{model}, {storage}, bought new in {year}. One owner, invoice in my name.',
      'Used in an office, without smoke, pets or sand.',
      'All functions tested this week: cameras, speakers, microphones, charging, wireless, sensors.',
      'Sold because of a change to a company phone. Reset, and signed out of every account.',
      '{colour}, {storage}. I describe it as strictly as I would want to be described to.',
      'Purchased in {year} from the maker’s own shop.',
      'Never wet, and never left in a hot car.',
      'Complete check done before listing; nothing is left out here.',
      'Second phone in the household, used for calls and two-factor codes.',
    ],
    state: {
      excellent: [
        'Screen: no marks. Back: no marks. Frame: one micro-scratch, visible only under a lamp.',
        'Glass without scratches on both sides. No dents. Buttons crisp.',
        'At a distance of 20 cm no trace of use can be seen.',
        'Protected by glass and a case from the first day; both come off clean.',
      ],
      good: [
        'Display free of marks when lit. Two light scratches on the back, under 1 cm each.',
        'Light wear on the lower frame around the port. No dents, no cracks.',
        'Micro-scratches on the display, not visible when it is on. Back clean.',
        'One small nick on the left edge (shown on request). Otherwise even, light wear.',
      ],
      fair: [
        'Visible scratches on the display and the back, dent at the lower right corner. Everything functions.',
        'Frame worn to the metal at two corners. Display with several fine scratches, no cracks.',
        'Clear traces of use: scratches on the back glass, small dent at the top. Touch and display without fault.',
        'One longer scratch across the display, seen in daylight. No cracks, no dead pixels.',
      ],
    },
    battery: [
      'Battery capacity: {battery}%.',
      'Battery health according to the settings: {battery}%.',
      'Maximum capacity {battery}%, first battery.',
      'Battery {battery}%, charged overnight at the slow charger.',
      'Battery: {battery}%, no service message.',
      'Measured battery health {battery}%.',
    ],
    box: [
      'Includes original box, cable and SIM tool.',
      'Original packaging complete; invoice available.',
      'Box and accessories unused and included.',
      'With box; the serial number on it matches the phone.',
      'Delivered in the original box with the receipt from {year}.',
    ],
    closing: [
      'The number can be compared with the box when we meet.',
      'You are welcome to test it for as long as you like.',
      'Handover in person, in a bright place.',
      'Please bring your own SIM card for a test call.',
      'More pictures on request.',
    ],
  },
  brisk: {
    opening: [
      '{model} {storage}. Works 100%.',
      'Clean {short}, {storage}, {colour}.',
      '{short} for sale, no stories.',
      'Got a new phone, this one is free to go.',
      'Bought {year}. Factory reset. Ready.',
      'Upgraded. Price is already fair, see what others ask.',
      'Straight sale, no trades. {short} with {storage}.',
      'Off contract and paid off in full.',
      '{colour} {short}. First come, first served.',
    ],
    state: {
      excellent: [
        'Mint. No scratches, no dents.',
        'Screen 10/10, back 10/10, sides 9/10.',
        'Always cased, always had a protector on. Looks new.',
        'You will struggle to find a mark on it.',
      ],
      good: [
        'Light wear on the sides, screen clean.',
        'Couple of hairlines on the back. Screen fine.',
        'Small scuff on one corner, 8/10 overall.',
        'Used but tidy, minor marks only.',
      ],
      fair: [
        'Scratched back, scuffed corners, screen OK. Fully working, priced for it.',
        'Cosmetics 6/10: scratches and one dent. Works great.',
        'Screen has scratches you can feel. Nothing cracked.',
        'Looks rough, runs fine. Good first phone.',
      ],
    },
    battery: [
      'Battery {battery}%.',
      '{battery}% battery health.',
      'Batt at {battery}%.',
      'Battery good ({battery}%).',
      'BH {battery}%.',
      'Holds charge, {battery}%.',
    ],
    box: ['Box included.', 'With box + cable.', 'Full set with box.', 'Have the box.', 'Boxed.'],
    closing: [
      'Text me, I reply same day.',
      'Local meetup, daytime.',
      'Price is firm.',
      'Can do today.',
      'Lowballs will not get an answer.',
    ],
  },
  warm: {
    opening: [
      'This was my mother’s {short}. She has gone back to buttons, and it deserves more use.',
      'A much-loved {short} in {colour}, looking for its second life.',
      'I took it on maternity leave and most of its memory was baby photos, all safely moved now.',
      'Bought as a present in {year}; the size was never quite right for small hands.',
      'My son had it for school and was made to look after it, and he did.',
      'It has been a faithful phone and I would rather pass it on than leave it in a drawer.',
      'We are moving abroad and selling what we have twice, this {short} among it.',
      'It would make a lovely first good phone for somebody.',
      'I changed for the camera of the newer one, there is nothing else this {short} did not do well.',
    ],
    state: {
      excellent: [
        'It is in beautiful condition, I kept it in a leather sleeve.',
        'Not a scratch on the screen, and the back is as smooth as on the first day.',
        'Truly well kept; you can turn it in the light and find nothing.',
        'I always used a cover and a screen glass, both new ones are on it.',
      ],
      good: [
        'There are small signs of use along the edge, none on the screen.',
        'A faint scratch on the back, shown honestly if you ask for a picture.',
        'It has been used with care: a little wear near the port and that is all.',
        'You will find one or two fine lines on the glass if you look for them.',
      ],
      fair: [
        'It shows its years, with scratches on the back and a small dent, but the picture is bright and clear.',
        'The corners are worn and there are marks on the glass, so I have priced it kindly.',
        'Not the prettiest any more: scratches in front and behind, everything working.',
        'It fell once and the frame kept a dent. The screen did not break.',
      ],
    },
    battery: [
      'The battery is still at {battery}% and easily lasts a day.',
      'Battery health is {battery}%, I checked before writing this.',
      'It holds its charge well, {battery}% in the settings.',
      'You will not need a new battery for a while, it has {battery}%.',
      'The settings say {battery}% for the battery, which is good for its age.',
      'Its battery is at {battery}%, I never left it on the charger for days.',
    ],
    box: [
      'The box and the cable are waiting with it.',
      'I kept everything that came with it, the box too.',
      'Comes in its box, with a soft case I bought for it.',
      'Box, cable and a few cases in different colours.',
      'I can give you the box and the original receipt.',
    ],
    closing: [
      'I would be glad to show you how to move your things over.',
      'We can meet at the library or by the market.',
      'Please write if you want to know anything.',
      'A fair home matters more to me than the last five dollars.',
      'All our data is gone from it, I did it twice to be sure.',
    ],
  },
};

/** Sentences for all styles, used if they apply. */
export const shared = {
  worn: [
    'Battery is down to {battery}%, so plan for a new one; the price allows for it.',
    'At {battery}% the battery is the weak point. It gets through a morning of heavy use.',
    'Battery {battery}%, the phone asks for service. Everything else is fine.',
    'You will want to change the battery at some point ({battery}%).',
  ],
  renewed: [
    'Battery was replaced last year and is at {battery}%.',
    'It got a new battery in the spring: {battery}%.',
  ],
  locked: [
    'Locked to {carrier}.',
    'Only works with {carrier} for now, they unlock on request.',
    'Carrier-locked ({carrier}), which is why it is cheaper.',
    'It has a {carrier} lock.',
  ],
  unlocked: [
    'Unlocked, any SIM.',
    'Not tied to any network.',
    'Factory unlocked.',
    'Works with every carrier I tried.',
    'Unlocked from the start.',
  ],
  loose: [
    'Phone only, no box.',
    'No charger, but any USB one will do.',
    'Comes without the box.',
    'Just the phone and a cable.',
  ],
  folding: [
    'The hinge is tight and the crease is what it always was.',
    'Opens and closes as on day one.',
    'The inner screen has its factory film, without bubbles.',
  ],
  home: ['The home button and the fingerprint work, for those who miss them.'],
} as const;
