/** States and provinces by the abbreviations that addresses have, as in the data file. */
const regions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    AL: 'alabama',
    AK: 'alaska',
    AZ: 'arizona',
    AR: 'arkansas',
    CA: 'california',
    CO: 'colorado',
    CT: 'connecticut',
    DE: 'delaware',
    DC: 'district of columbia',
    FL: 'florida',
    GA: 'georgia',
    HI: 'hawaii',
    ID: 'idaho',
    IL: 'illinois',
    IN: 'indiana',
    IA: 'iowa',
    KS: 'kansas',
    KY: 'kentucky',
    LA: 'louisiana',
    ME: 'maine',
    MD: 'maryland',
    MA: 'massachusetts',
    MI: 'michigan',
    MN: 'minnesota',
    MS: 'mississippi',
    MO: 'missouri',
    MT: 'montana',
    NE: 'nebraska',
    NV: 'nevada',
    NH: 'new hampshire',
    NJ: 'new jersey',
    NM: 'new mexico',
    NY: 'new york',
    NC: 'north carolina',
    ND: 'north dakota',
    OH: 'ohio',
    OK: 'oklahoma',
    OR: 'oregon',
    PA: 'pennsylvania',
    RI: 'rhode island',
    SC: 'south carolina',
    SD: 'south dakota',
    TN: 'tennessee',
    TX: 'texas',
    UT: 'utah',
    VT: 'vermont',
    VA: 'virginia',
    WA: 'washington',
    WV: 'west virginia',
    WI: 'wisconsin',
    WY: 'wyoming',
  },
  CA: {
    AB: 'alberta',
    BC: 'british columbia',
    MB: 'manitoba',
    NB: 'new brunswick',
    NL: 'newfoundland and labrador',
    NS: 'nova scotia',
    NT: 'northwest territories',
    NU: 'nunavut',
    ON: 'ontario',
    PE: 'prince edward island',
    QC: 'quebec',
    SK: 'saskatchewan',
    YT: 'yukon',
  },
  AU: {
    ACT: 'australian capital territory',
    NSW: 'new south wales',
    NT: 'northern territory',
    QLD: 'queensland',
    SA: 'south australia',
    TAS: 'tasmania',
    VIC: 'victoria',
    WA: 'western australia',
  },
};

export interface Region {
  readonly country: string;
  readonly region: string;
}

/** The states and provinces with a normalized name or abbreviation. */
export const findRegions = (name: string): Region[] =>
  Object.entries(regions).flatMap(([country, all]) =>
    Object.entries(all).flatMap(([region, full]) =>
      full === name || region.toLowerCase() === name ? [{ country, region }] : [],
    ),
  );

/** The normalized name of a state or province; undefined if it has none here. */
export const regionName = (country: string, region: string): string | undefined =>
  regions[country]?.[region];
