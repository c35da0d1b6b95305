// The time zone of this browser. The service reads it at a sign-in: emails are in it until a person chooses another.

import { timeZoneCookie } from '../../../languages/languages.ts'

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function showBrowserZone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in all browsers, and not over plain http
  document.cookie = `${timeZoneCookie}=${browserZone}; path=/; samesite=lax`
}
