import { withTexts } from '../../../languages/texts.ts'
import { storableText } from './storableText.ts'

/** `storableText` of every text in a JSON value, also of what people wrote in the values of a message. */
export const storableTexts = <Value>(value: Value): Value => withTexts(value, storableText)
