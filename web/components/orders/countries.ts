// Destination countries. The service decides, and refuses all other countries.

import { countryName } from '../layout/Values.tsx'

export const countries = ['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'].map(value => ({ value, label: countryName(value) }))

export const needsState = (country: string): boolean => country === 'US' || country === 'CA'

/** For customs. */
export const needsRetailPrice = (country: string): boolean => country !== 'US'
