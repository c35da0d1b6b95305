// Notes of the operator to choose from. A chosen note is put into the field of the reason, where it can be changed.

import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { languages } from '../../../languages/languages.ts'
import type { ResponseBody } from '../../api.ts'
import { language as ownLanguage, t } from '../../language.ts'

export type Note = ResponseBody<'/staff/refusal-notes'>['notes'][number]

type Props = Pick<NativeSelectProps, 'size'> & { notes: readonly Note[]; choose: (text: string) => void }

/** Each note in the language of the screen, or else in the first that it has. */
export const NoteSelect = ({ notes, ...props }: Props) => (
  <TextSelect
    {...props}
    data={notes.map(({ texts }) => (texts.find(({ language }) => language === ownLanguage) ?? texts[0]!).text)}
  />
)

/** The notes in each of their languages, for staff who know the language of the reader. */
export const NoteSelectByLanguage = ({ notes, ...props }: Props) => (
  <TextSelect
    {...props}
    data={Object.entries(languages)
      .map(([code, group]) => ({
        group,
        items: notes.flatMap(({ texts }) => texts.flatMap(({ language, text }) => (language === code ? [text] : []))),
      }))
      .filter(({ items }) => items.length > 0)}
  />
)

function TextSelect({
  data,
  choose,
  ...props
}: Omit<Props, 'notes'> & { data: NonNullable<NativeSelectProps['data']> }) {
  if (data.length === 0) return null
  return (
    <NativeSelect
      {...props}
      label={t('Notes to choose from')}
      data={[{ value: '', label: t('Choose a note') }, ...data]}
      value=""
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}
