// Reads a file as a data URL, which is how small pictures are sent.

import { t } from '../../language.ts'

export const dataUrlOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(t('{name} can’t be read.', { name: file.name })))
    reader.readAsDataURL(file)
  })
