// The mistakes of the operator's data as problems of a request.

import { say } from '../../../languages/texts.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { OperatorDataError, placeOf } from '../../base/schemaCheck.ts'
import { maxListed, type PlacedMistake, placeMistake } from '../../features/shop/draft.ts'

export async function refuseMistakes<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    const problems = error.mistakes.slice(0, maxListed).map(placeMistake).map(problemOf)
    const [first, ...others] = error.mistakes
    const place = placeOf(first!)
    const mistake = first!.text
    const detail =
      others.length === 0
        ? say("The operator's data cannot be published: {place}: {mistake}", { place, mistake })
        : say("The operator's data cannot be published: {place}: {mistake} And {more} more.", {
            place,
            mistake,
            more: others.length,
          })
    throw new Refusal('operator_data_invalid', detail, problems)
  }
}

const problemOf = ({ part, path, text }: PlacedMistake): Problem => ({
  pointer: part === null ? '' : `/${part}${path}`,
  code: 'operator_data_invalid',
  detail: text,
})
