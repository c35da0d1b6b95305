// Replaces erased personal data. The brackets show that it is no name.

export const redacted = '[forgotten]'
