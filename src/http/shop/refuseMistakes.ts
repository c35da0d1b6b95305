// The mistakes of the operator's data as problems of a request.

import { type Problem, Refusal } from '../../base/refusal.ts'
import { OperatorDataError } from '../../base/schemaCheck.ts'
import { maxListed, type PlacedMistake, placeMistake } from '../../features/shop/draft.ts'

export async function refuseMistakes<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    const problems = error.mistakes.slice(0, maxListed).map(placeMistake).map(problemOf)
    const [first] = error.mistakes
    const more = error.mistakes.length > 1 ? ` And ${error.mistakes.length - 1} more.` : ''
    throw new Refusal('operator_data_invalid', `The operator's data cannot be published: ${first}${more}`, problems)
  }
}

const problemOf = ({ part, path, text }: PlacedMistake): Problem => ({
  pointer: part === null ? '' : `/${part}${path}`,
  code: 'operator_data_invalid',
  detail: text,
})
