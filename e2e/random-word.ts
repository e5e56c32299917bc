const consonants = 'bcdfghjkmnpqrtvwxz';

/** Six random consonants for a unique name. Digits could make a phone number, which others do not see. */
export const randomWord = (): string =>
  Array.from({ length: 6 }, () => consonants[Math.floor(Math.random() * consonants.length)]).join(
    '',
  );
