// Unsent input survives a reload, a visit to other screens and the end of the session: it is stored in this tab for the
// user who typed it, until it is sent, the user signs out, or a different user signs in.

const prefix = 'octavo-draft '

/** `name` identifies the form, such as `ship job_…`. */
export function draftOf<Draft>(userId: string, name: string) {
  const key = `${prefix}${userId} ${name}`
  return {
    read: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null,
    /** False when the draft is larger than browsers store, which is some megabytes: then nothing is stored. */
    save(draft: Draft): boolean {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft))
        return true
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
        sessionStorage.removeItem(key)
        return false
      }
    },
    clear: () => sessionStorage.removeItem(key),
  }
}

/** Removes the drafts of all users except `userId`. */
export function clearDrafts(userId?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${userId} `)) sessionStorage.removeItem(key)
  }
}
