// What stands where personal data was: in brackets, so that nobody takes it for a name.

export const forgotten = '[forgotten]'
