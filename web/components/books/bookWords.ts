// The catalog's words for a book. An operator may have others, which stay as they are.

import { t } from '../../language.ts'

const words: Record<string, string> = {
  paperback: t('paperback'),
  softcover: t('softcover'),
  'hardcover casewrap': t('hardcover casewrap'),
  'hardcover image wrap': t('hardcover image wrap'),
  'saddle stitch': t('saddle stitch'),
  '60 lb uncoated cream': t('60 lb uncoated cream'),
  '60 lb uncoated white': t('60 lb uncoated white'),
  '70 lb premium white': t('70 lb premium white'),
  '80 lb coated white': t('80 lb coated white'),
  '100 lb gloss': t('100 lb gloss'),
  '100 lb matte': t('100 lb matte'),
  'black and white': t('black and white'),
  'standard color': t('standard color'),
  'premium color': t('premium color'),
}

export const bookWord = (english: string): string => words[english] ?? english
