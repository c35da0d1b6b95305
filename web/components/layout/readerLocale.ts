/**
 * The locale of dates and numbers. The screens are in English, so it is the reader's kind of English: 1 Dec 2026 in
 * British and Dec 1, 2026 in American English. Tags that are not of BCP 47, like en-US@posix, would make Intl throw.
 */
export const readerLocale = navigator.languages.find(tag => /^en(-[a-z0-9]+)*$/i.test(tag)) ?? 'en-US'
