// The service's own template PDFs: files that pass its check, for whoever has none yet.

type Book = { manufacturingSku: string; pageCount: number | null }

/** Null where nobody has said how many pages there are. */
export function templatesOf({ manufacturingSku, pageCount }: Book): { coverUrl: string; gutsUrl: string } | null {
  if (pageCount === null) return null
  const base = `${location.origin}/templates/published/${manufacturingSku}`
  return {
    coverUrl: `${base}/cover/pdf?units=in&pageCount=${pageCount}&barcode=false`,
    gutsUrl: `${base}/pages/pdf?units=in&pageCount=${pageCount}`,
  }
}
