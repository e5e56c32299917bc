/** The style of a seller's descriptions. */
export type WritingStyle = 'plain' | 'chatty' | 'careful' | 'brisk' | 'warm';

export interface DemoSeller {
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
  readonly style: WritingStyle;
  /** In a range that its country reserves for fiction. */
  readonly phone: string;
  readonly places: readonly string[];
  /** The seller's relative share of the listings. */
  readonly share: number;
}
export interface DemoBuyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly place: string;
}

/** The accounts for trying out Redial, printed at start. */
export const demoPassword = 'Redial#2021';
export const demoAdmin = { name: 'Iris Calder', email: 'admin@redial.dev' } as const;
/** Staff, who have buyer accounts. */
export const demoModerator = { name: 'Mina Okafor', email: 'moderator@redial.dev' } as const;
export const demoSupport = { name: 'Tomas Lind', email: 'support@redial.dev' } as const;
export const demoBuyer: DemoBuyer = {
  name: 'Ben Archer',
  email: 'buyer@redial.dev',
  phone: '+1 503 555 0117',
  place: 'Pioneer Courthouse Square, Portland',
};
export const demoSeller: DemoSeller = {
  name: 'Nora Bell',
  email: 'seller@redial.dev',
  verified: true,
  style: 'careful',
  phone: '+1 503 555 0142',
  // Searches find the first one; the second one may be in Maine, too.
  places: ['Portland, Alberta Arts District, Oregon', 'Portland, Hawthorne'],
  share: 8,
};

/**
 * Sellers without an account to sign in. Phone numbers: 555-01xx (USA), 07700 900xxx (Ofcom), 020
 * 91x xxxx (ComReg), 070-174 06 05 to 99 (PTS), 06 39 98 xx xx (Arcep), 030 23125 xxx (BNetzA).
 */
const otherSellers: readonly DemoSeller[] = [
  {
    name: 'Marta Kowalczyk',
    email: 'marta.kowalczyk@example.com',
    verified: true,
    style: 'plain',
    phone: '+44 7700 900126',
    places: ['London, Hackney', 'London, Bethnal Green'],
    share: 11,
  },
  {
    name: 'Caleb Okafor',
    email: 'caleb.okafor@example.com',
    verified: true,
    style: 'brisk',
    phone: '+1 312 555 0188',
    places: ['Chicago, Logan Square', 'Chicago, Wicker Park', 'Evanston'],
    share: 14,
  },
  {
    name: 'Priya Raman',
    email: 'priya.raman@example.com',
    verified: true,
    style: 'warm',
    phone: '+1 512 555 0164',
    places: ['Austin, East Austin', 'Austin, Mueller'],
    share: 9,
  },
  {
    name: 'Jonas Lindqvist',
    email: 'jonas.lindqvist@example.com',
    verified: true,
    style: 'careful',
    phone: '+46 70 174 06 38',
    places: ['Stockholm, Södermalm', 'Stockholm, Vasastan', 'Solna'],
    share: 10,
  },
  {
    name: 'Théo Marchand',
    email: 'theo.marchand@example.com',
    verified: false,
    style: 'chatty',
    phone: '+33 6 39 98 41 07',
    places: ['Lyon, Croix-Rousse', 'Lyon, Part-Dieu'],
    share: 6,
  },
  {
    name: 'Hannah Brandt',
    email: 'hannah.brandt@example.com',
    verified: true,
    style: 'careful',
    phone: '+49 30 23125 417',
    places: ['Berlin, Neukölln', 'Berlin, Prenzlauer Berg', 'Berlin, Wedding'],
    share: 9,
  },
  {
    name: 'Siobhán Keane',
    email: 'siobhan.keane@example.com',
    verified: false,
    style: 'chatty',
    phone: '+353 20 914 2276',
    places: ['Dublin, Rathmines', 'Dublin, Phibsborough'],
    share: 5,
  },
  {
    name: 'Luis Ferreira',
    email: 'luis.ferreira@example.com',
    verified: false,
    style: 'brisk',
    phone: '+1 617 555 0139',
    places: ['Somerville, Union Square', 'Boston, Jamaica Plain'],
    share: 8,
  },
  {
    name: 'Mei Nakamura',
    email: 'mei.nakamura@example.com',
    verified: true,
    style: 'plain',
    phone: '+1 206 555 0173',
    places: ['Seattle, Ballard', 'Seattle, Capitol Hill'],
    share: 8,
  },
  {
    name: 'Oliver Hartley',
    email: 'oliver.hartley@example.com',
    verified: false,
    style: 'chatty',
    phone: '+44 7700 900583',
    places: ['Manchester, Chorlton, UK', 'Manchester, Ancoats, UK', 'Stockport'],
    share: 6,
  },
  {
    name: 'Zeynep Aydin',
    email: 'zeynep.aydin@example.com',
    verified: true,
    style: 'warm',
    phone: '+44 7700 900714',
    places: ['Bristol, Stokes Croft, UK', 'Bristol, Bedminster, UK'],
    share: 6,
  },
  {
    name: 'Walter Reyes',
    email: 'walter.reyes@example.com',
    verified: false,
    style: 'plain',
    phone: '+1 303 555 0156',
    places: ['Denver, Baker', 'Denver, Highlands', 'Lakewood, Colorado'],
    share: 5,
  },
];
export const sellers: readonly DemoSeller[] = [demoSeller, ...otherSellers];

export const otherBuyers: readonly DemoBuyer[] = [
  {
    name: 'Grace Abara',
    email: 'grace.abara@example.com',
    phone: '+44 7700 900345',
    place: 'Hackney Central station',
  },
  {
    name: 'Tomas Novak',
    email: 'tomas.novak@example.com',
    phone: '+1 312 555 0121',
    place: 'Logan Square farmers market',
  },
  {
    name: 'Ella Sørensen',
    email: 'ella.sorensen@example.com',
    phone: '+46 70 174 06 91',
    place: 'Medborgarplatsen, Stockholm',
  },
  {
    name: 'Dev Patel-Moore',
    email: 'dev.patelmoore@example.com',
    phone: '+1 206 555 0109',
    place: 'Ballard Library',
  },
  {
    name: 'Camille Roux',
    email: 'camille.roux@example.com',
    phone: '+33 6 39 98 12 60',
    place: 'Place Bellecour, Lyon',
  },
  {
    name: 'Sam Whitlock',
    email: 'sam.whitlock@example.com',
    phone: '+1 512 555 0195',
    place: 'Mueller Lake Park',
  },
];

/** Buyers who signed up in the last weeks and have bought nothing yet. */
export const newBuyers: readonly {
  readonly name: string;
  readonly email: string;
  readonly joinedDaysAgo: number;
}[] = [
  { name: 'Hannah Okoye', email: 'hannah.okoye@example.com', joinedDaysAgo: 26 },
  { name: 'Mateo Quiroga', email: 'mateo.quiroga@example.com', joinedDaysAgo: 19 },
  { name: 'Nadia Haddad', email: 'nadia.haddad@example.com', joinedDaysAgo: 12 },
  { name: 'Emil Bergström', email: 'emil.bergstrom@example.com', joinedDaysAgo: 11 },
  { name: 'Aoife Brennan', email: 'aoife.brennan@example.com', joinedDaysAgo: 4 },
  { name: 'Kofi Mensah', email: 'kofi.mensah@example.com', joinedDaysAgo: 1 },
];
