// The states and provinces that an order can go to, for the form. The service has the last word.

import { searchable } from '../../../src/base/text/searchable.ts'
import { countryName } from '../layout/Values.tsx'

type State = { value: string; label: string; name: string }

const read = (lines: string): State[] =>
  lines
    .split('\n')
    .flatMap(line => line.split(','))
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .map(entry => {
      const [value, name] = [entry.slice(0, 2), entry.slice(3)]
      return { value, label: `${value} · ${name}`, name }
    })

/** By country; other destinations have none. */
export const states: Partial<Record<string, State[]>> = {
  US: read(`
    AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware
    DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas
    KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi
    MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York
    NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island
    SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington
    WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands
    PR Puerto Rico, VI U.S. Virgin Islands, AA Armed Forces Americas, AE Armed Forces Europe
    AP Armed Forces Pacific`),
  CA: read(`
    AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia
    NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon`),
}

/** By its code or its name, however they are written. */
export const stateOf = (country: string, text: string): State | undefined => {
  const typed = searchable(text)
  return states[country]?.find(({ value, name }) => searchable(value) === typed || searchable(name) === typed)
}

/** The name of what taxes: of the state in US-OH, of the country in PR, and of a city in `US-NY New York City`. */
export function jurisdictionName(jurisdiction: string): string {
  const [place = '', ...within] = jurisdiction.split(' ')
  const [country = '', code] = place.split('-')
  const state = states[country]?.find(({ value }) => value === code)?.name
  const name = state ?? (country.length === 2 ? countryName(country) : place)
  return [name, within.join(' ')].filter(Boolean).join(', ')
}
