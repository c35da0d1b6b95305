// The service's own template PDFs, which pass its check: for users who have no files yet.

type Book = { manufacturingSku: string; pageCount: number | null }

/** Null when the page count is unknown. */
export function templatesOf({ manufacturingSku, pageCount }: Book): { coverUrl: string; gutsUrl: string } | null {
  if (pageCount === null) return null
  const base = `${location.origin}/templates/published/${manufacturingSku}`
  return {
    coverUrl: `${base}/cover/pdf?units=in&pageCount=${pageCount}&barcode=false`,
    gutsUrl: `${base}/pages/pdf?units=in&pageCount=${pageCount}`,
  }
}
