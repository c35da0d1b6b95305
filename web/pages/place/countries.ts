// Destination countries. The service refuses all others, and has the last word.

export const countries = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'PR', label: 'Puerto Rico' },
  { value: 'GU', label: 'Guam' },
  { value: 'VI', label: 'U.S. Virgin Islands' },
  { value: 'AS', label: 'American Samoa' },
  { value: 'MP', label: 'Northern Mariana Islands' },
]

export const needsState = (country: string): boolean => country === 'US' || country === 'CA'

/** For customs. */
export const needsRetailPrice = (country: string): boolean => country !== 'US'
