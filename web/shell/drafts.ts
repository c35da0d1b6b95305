// What was typed and not yet sent outlives a reload, a look elsewhere and the end of the session: it is kept in this tab,
// under who typed it, until it is sent, or its owner signs out, or another person signs in.

const prefix = 'octavo-draft '

/** `name` is of what it becomes, such as `ship job_…`. */
export function draftOf<Draft>(userId: string, name: string) {
  const key = `${prefix}${userId} ${name}`
  return {
    read: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null,
    keep: (draft: Draft) => sessionStorage.setItem(key, JSON.stringify(draft)),
    forget: () => sessionStorage.removeItem(key),
  }
}

/** All but those of `userId`; without one, all. */
export function forgetDrafts(userId?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${userId} `)) sessionStorage.removeItem(key)
  }
}
