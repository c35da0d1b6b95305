// Unsent input survives a reload, a visit to other screens and the end of the session: it is kept in this tab for the
// person who typed it, until it is sent, its owner signs out, or another person signs in.

const prefix = 'octavo-draft '

/** `name` is that of the future result, such as `ship job_…`. */
export function draftOf<Draft>(userId: string, name: string) {
  const key = `${prefix}${userId} ${name}`
  return {
    read: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null,
    keep: (draft: Draft) => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: () => sessionStorage.removeItem(key),
  }
}

/** All except those of `userId`; without one, all. */
export function forgetDrafts(userId?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${userId} `)) sessionStorage.removeItem(key)
  }
}
