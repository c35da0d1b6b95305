// The countries that the service ships to, their states or provinces, the names that people write for them, and their
// postal codes. A postal range is a prefix ('W'), a range of prefixes of the same length ('350-369'), or a whole code
// outside the ranges of its state. Codes whose delivery area crosses a state line are listed for both states, because
// people write the state that they live in.

export const countryCodes = ['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'] as const
export type CountryCode = (typeof countryCodes)[number]

export type State = { code: string; names: readonly string[]; postal: readonly string[] }

export type Country = {
  code: CountryCode
  names: readonly string[]
  /**
   * The states; an address must name a state. A territory has no states, and an address may repeat its name instead.
   */
  states: readonly State[]
  /** The postal codes of a country without states; with states, each state has its own. */
  postal: readonly string[]
}

/** 'Name / Other name | 350-369 36925': the compact row of a state. */
type Rows = Readonly<Record<string, string>>

const unitedStates: Rows = {
  AL: 'Alabama | 350-369',
  AK: 'Alaska | 995-999',
  AZ: 'Arizona | 850-865 84536',
  AR: 'Arkansas | 716-729 75502',
  CA: 'California | 900-961 89439 97635',
  CO: 'Colorado | 800-816',
  CT: 'Connecticut | 060-069',
  DE: 'Delaware | 197-199',
  DC: 'District of Columbia / Washington DC | 200 202-205 569',
  FL: 'Florida | 320-339 341-349',
  GA: 'Georgia | 300-319 398-399',
  HI: 'Hawaii | 96701-96798 968',
  ID: 'Idaho | 832-838',
  IL: 'Illinois | 600-629 63673',
  IN: 'Indiana | 460-479',
  IA: 'Iowa | 500-528 68119-68120',
  KS: 'Kansas | 660-679',
  KY: 'Kentucky | 400-427',
  LA: 'Louisiana | 700-714 71749',
  ME: 'Maine | 039-049',
  MD: 'Maryland | 206-219 20588',
  MA: 'Massachusetts | 010-027 055 02861',
  MI: 'Michigan | 480-499',
  MN: 'Minnesota | 550-567',
  MS: 'Mississippi | 386-397 71233',
  MO: 'Missouri | 630-658',
  MT: 'Montana | 590-599',
  NE: 'Nebraska | 680-693',
  NV: 'Nevada | 889-898',
  NH: 'New Hampshire | 030-038',
  NJ: 'New Jersey | 070-089',
  NM: 'New Mexico | 870-884 81137 86515',
  NY: 'New York | 005 100-149 06390',
  NC: 'North Carolina | 270-289',
  ND: 'North Dakota | 580-588 59221',
  OH: 'Ohio | 430-459',
  OK: 'Oklahoma | 730-731 734-749',
  OR: 'Oregon | 970-979',
  PA: 'Pennsylvania | 150-196',
  RI: 'Rhode Island | 028-029',
  SC: 'South Carolina | 290-299',
  SD: 'South Dakota | 570-577 51023',
  TN: 'Tennessee | 370-385 42223',
  TX: 'Texas | 733 750-799 885 73949 73960 88063',
  UT: 'Utah | 840-847 86044',
  VT: 'Vermont | 050-054 056-059',
  VA: 'Virginia | 201 20598 220-246',
  WA: 'Washington / Washington State | 980-994',
  WV: 'West Virginia | 247-268',
  WI: 'Wisconsin | 530-549',
  WY: 'Wyoming | 820-831 83414',
  AA: 'Armed Forces Americas / Armed Forces the Americas | 340',
  AE: 'Armed Forces Europe / Armed Forces Africa / Armed Forces Canada / Armed Forces Middle East | 090-099',
  AP: 'Armed Forces Pacific | 962-966',
}

const canada: Rows = {
  AB: 'Alberta | T',
  BC: 'British Columbia / Colombie-Britannique | V',
  MB: 'Manitoba | R',
  NB: 'New Brunswick / Nouveau-Brunswick | E',
  NL: 'Newfoundland and Labrador / Terre-Neuve-et-Labrador / Newfoundland | A',
  NS: 'Nova Scotia / Nouvelle-Écosse | B',
  NT: 'Northwest Territories / Territoires du Nord-Ouest | X0E X0G X1A',
  NU: 'Nunavut | X0A-X0C',
  ON: 'Ontario | K-N P',
  PE: 'Prince Edward Island / Île-du-Prince-Édouard | C',
  // K1A belongs to the federal government, whose offices stand on both banks of the Ottawa river.
  QC: 'Québec | G-H J K1A',
  SK: 'Saskatchewan | S',
  YT: 'Yukon / Yukon Territory | Y',
}

const territories: Rows = {
  PR: 'Puerto Rico / Commonwealth of Puerto Rico | 006-007 009',
  GU: 'Guam | 96910-96932',
  VI: 'U.S. Virgin Islands / US Virgin Islands / United States Virgin Islands / Virgin Islands / Virgin Islands, U.S. | 008',
  AS: 'American Samoa | 96799',
  MP: 'Northern Mariana Islands / Commonwealth of the Northern Mariana Islands | 96950-96952',
}

export const countries: ReadonlyMap<string, Country> = new Map<string, Country>([
  ['US', { code: 'US', names: ['United States'], states: statesOf(unitedStates), postal: [] }],
  ['CA', { code: 'CA', names: ['Canada'], states: statesOf(canada), postal: [] }],
  ...statesOf(territories).map(({ code, names, postal }): [string, Country] => [
    code,
    { code: code as CountryCode, names, states: [], postal },
  ]),
])

function statesOf(rows: Rows): State[] {
  return Object.entries(rows).map(([code, row]) => {
    const [names = '', postal = ''] = row.split(' | ')
    return { code, names: names.split(' / '), postal: postal.split(' ') }
  })
}
