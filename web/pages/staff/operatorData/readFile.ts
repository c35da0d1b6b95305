import { api, fileBody } from '../../../api.ts'

/** The cells of a file for a grid. The service reads it: a spreadsheet can be made to take minutes. */
export const readFile = (file: File) =>
  api.POST('/staff/operator-data/cells', {
    headers: { 'content-type': 'application/octet-stream' },
    ...fileBody(file),
  })
