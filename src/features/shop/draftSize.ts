// A draft may have any mistake, but not any size: everybody who opens it has it compared and checked.

import { type Problem, Refusal } from '../../base/refusal.ts'
import { inSlices, type Steps } from '../../base/running/slices.ts'
import { contentFiles, type OperatorContent } from './content.ts'

/** Twice the books of the largest printers. */
const maxBooks = 20_000
/** An object that names its members has fewer; a list has at most the books. */
const maxFields = 1_000
/** 20,000 books have 920,000 values. */
const maxValues = 1_500_000

/** Refuses with `malformed_request` what would make each answer about the draft slow. */
export const requireDraftSize = (content: OperatorContent): Promise<void> => inSlices(checkSize(content))

function* checkSize(content: OperatorContent): Steps<void> {
  let valueCount = 0
  const parts = Object.keys(contentFiles) as (keyof OperatorContent)[]
  const waiting: { path: string; value: unknown }[] = parts.map(part => ({
    path: `/content/${part}`,
    value: content[part],
  }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value !== 'object' || value === null) continue
    yield
    const members = Object.values(value)
    const max = Array.isArray(value) ? maxBooks : maxFields
    if (members.length > max)
      throw tooLarge(path, `${members.length} ${Array.isArray(value) ? 'entries' : 'fields'}`, max)
    valueCount += members.length
    if (valueCount > maxValues) throw tooLarge('/content', `more than ${maxValues} values`, maxValues)
    // The path of a list stands for its members, which are many.
    for (const member of members)
      if (typeof member === 'object' && member !== null) waiting.push({ path, value: member })
  }
}

function tooLarge(pointer: string, got: string, max: number): Refusal {
  const detail = `The draft is too large: got ${got} in ${pointer}, expected at most ${max}.`
  const problem: Problem = { pointer, code: 'too_many', detail }
  return new Refusal('malformed_request', detail, [problem])
}
