// The operator's data as a JSON file of the reader's computer.

import { t } from '../../../language.ts'
import type { Content } from './content.ts'

const requiredParts = ['catalog', 'shipping', 'holidays', 'tax'] as const
const parts = [...requiredParts, 'priceLists', 'brand', 'texts'] as const

export function saveAsFile(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * The content with the parts of the files: one file with all parts, or files such as catalog.json. Throws an Error with
 * a sentence about the first file that is neither.
 */
export async function withFiles(content: Content, files: File[]): Promise<Content> {
  let imported = content
  for (const file of files) {
    const json = await parse(file)
    const part = parts.find(name => file.name.toLowerCase().startsWith(name.toLowerCase()))
    if (requiredParts.every(name => isObject(json[name]))) imported = json as Content
    else if (part !== undefined) imported = { ...imported, [part]: json }
    else throw new Error(t('{file} is neither a download of a version nor a part of one.', { file: file.name }))
  }
  return imported
}

async function parse(file: File): Promise<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(await file.text())
    if (isObject(json)) return json
  } catch {}
  throw new Error(t('{file} is neither a download of a version nor a part of one.', { file: file.name }))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
