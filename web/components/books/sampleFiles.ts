// The service's sample artwork, which passes its check: for users who have no files yet.

type Book = { manufacturingSku: string; pageCount: number | null }

/** Null when the page count is unknown. */
export function sampleFilesOf({ manufacturingSku, pageCount }: Book): { coverUrl: string; gutsUrl: string } | null {
  if (pageCount === null) return null
  const base = `${location.origin}/templates/published/${manufacturingSku}`
  return {
    coverUrl: `${base}/cover/sample?pageCount=${pageCount}`,
    gutsUrl: `${base}/pages/sample?pageCount=${pageCount}`,
  }
}
