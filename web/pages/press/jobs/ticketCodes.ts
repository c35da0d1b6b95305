// The contents of the barcodes of a job ticket.

/** The barcode of a book is the id of its job and the book's number. */
export const jobIdIn = (id: string): string | undefined => /^(job_[0-9A-Za-z]{22,60})(?:-\d{1,3})?$/.exec(id)?.[1]
